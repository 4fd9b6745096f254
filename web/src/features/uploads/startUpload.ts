// Sends a spreadsheet behind the busy modal. What cannot be read is told in the server's words;
// what is plainly too large or empty is not sent at all.
import { ApiError, failureText } from '@/api/errors'
import { createUpload, type UploadInput } from '@/api/uploads'
import { isCancelled, withBusy } from '@/components/ui/modals/busy'
import { showFailure } from '@/components/ui/modals/dialogs'

const MEGABYTE = 1024 * 1024
const MOST_MEGABYTES = 50

/** What the file picker offers; a dropped file may be anything, and the server says so. */
export const FILE_TYPES = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods'

function refusal(file: File): string | null {
  if (file.size === 0) return 'The file is empty.'
  if (file.size > MOST_MEGABYTES * MEGABYTE) {
    return `The file is larger than ${MOST_MEGABYTES} MB. Please split it.`
  }
  return null
}

/** Messages about a field read on after its name. */
function words(error: unknown): string {
  if (!(error instanceof ApiError)) return failureText(error)
  const { file = [], id = [] } = error.errors
  const sentences = [
    ...file.map((message) => `The file ${message}.`),
    ...id.map((message) => `The mapping ${message}.`),
  ]
  return sentences.join(' ') || failureText(error)
}

/** The upload's id, or null when there is none; the reason has been told. */
export async function startUpload(input: UploadInput): Promise<string | null> {
  const refused = refusal(input.file)
  if (refused !== null) {
    await showFailure(refused)
    return null
  }
  try {
    return await withBusy('Uploading...', (signal) => createUpload(input, signal))
  } catch (error) {
    if (!isCancelled(error)) await showFailure(words(error))
    return null
  }
}
