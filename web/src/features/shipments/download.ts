// Downloads chosen labels: a real form post, so that the browser streams the file to its downloads
// however large it is. The answer goes to a hidden frame; the page stays.
import { showFailure } from '@/components/ui/modals/dialogs'

const FRAME = 'download-frame'

interface DownloadForm {
  action: string
  fields: readonly (readonly [name: string, value: string])[]
}

function frame(): HTMLIFrameElement {
  const found = document.getElementById(FRAME)
  if (found instanceof HTMLIFrameElement) return found
  const made = document.createElement('iframe')
  made.id = FRAME
  made.name = FRAME
  made.title = 'Download'
  made.hidden = true
  // A download loads nothing into the frame; what does arrive there is a refusal.
  made.addEventListener('load', () => {
    if (!isBlank(made)) void showFailure('The download failed. Please try again.')
  })
  document.body.append(made)
  return made
}

function isBlank(made: HTMLIFrameElement): boolean {
  try {
    return made.contentWindow?.location.href === 'about:blank'
  } catch {
    return false
  }
}

export function postDownload({ action, fields }: DownloadForm): void {
  frame()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.target = FRAME
  form.hidden = true
  for (const [name, value] of fields) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
