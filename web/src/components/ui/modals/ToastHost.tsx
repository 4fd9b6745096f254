// Where toasts stand: at the lower edge, four at a time.
import { Notifications } from '@mantine/notifications'

export function ToastHost() {
  return <Notifications position="bottom-center" limit={4} containerWidth={360} />
}
