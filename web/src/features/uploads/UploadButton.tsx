// 'Upload': picks a spreadsheet, sends it and opens its wizard.
import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'

import { FILE_TYPES } from './startUpload'
import { useUpload } from './useUpload'

interface UploadButtonProps extends Pick<ButtonProps, 'variant'> {
  mappingId?: string | null
  buy?: boolean
}

export function UploadButton({ variant, mappingId = null, buy = false }: UploadButtonProps) {
  const upload = useUpload()
  const reset = useRef<() => void>(null)

  const onFile = async (file: File | null) => {
    if (!file) return
    await upload({ file, mappingId, buy })
    // Else the same file could not be picked again.
    reset.current?.()
  }

  return (
    <FileButton
      accept={FILE_TYPES}
      resetRef={reset}
      inputProps={{ 'aria-label': 'Spreadsheet' }}
      onChange={(file) => void onFile(file)}
    >
      {(props) => (
        <Button {...props} variant={variant} leftSection={<IconUpload size={16} aria-hidden />}>
          Upload
        </Button>
      )}
    </FileButton>
  )
}
