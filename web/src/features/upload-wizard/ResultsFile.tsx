// The button for the results file: the uploaded rows and what became of each.
import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

import { serverUrl } from '@/api/config'
import { requestErrorText } from '@/api/errors'
import { resultsFile } from '@/api/uploads'
import { followDownload } from '@/components/labels/printing'
import { toastError } from '@/components/ui/modals/toasts'

interface ResultsFileProps {
  id: string
  size?: ButtonProps['size']
}

export function ResultsFile({ id, size = 'sm' }: ResultsFileProps) {
  const download = async () => {
    try {
      followDownload(serverUrl(await resultsFile(id)))
    } catch (error) {
      toastError(requestErrorText(error))
    }
  }
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
    >
      Results file
    </Button>
  )
}
