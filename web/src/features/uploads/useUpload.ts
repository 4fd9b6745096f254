// Uploads and goes on to the wizard. Buying at once spends money, so it is asked about first.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { type UploadInput, uploadsKey } from '@/api/uploads'
import { confirm } from '@/components/ui/modals/dialogs'

import { startUpload } from './startUpload'

function agreesToBuy({ name }: File): Promise<boolean> {
  return confirm({
    title: 'Buy labels at once',
    message: `This will rate every row of ${name}, buy the cheapest label for each and charge your account, proceed?`,
    confirmLabel: 'Upload and buy',
  })
}

export function useUpload() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (input: UploadInput): Promise<void> => {
    if (input.buy && !(await agreesToBuy(input.file))) return
    const id = await startUpload(input)
    if (id === null) return
    void client.invalidateQueries({ queryKey: uploadsKey })
    await navigate({ to: '/shipment-upload/$id', params: { id } })
  }
}
