// Field errors are named below the object that was sent ('shipment.to_address.zip'); the forms call
// the same field 'to_address.zip'.
import { ApiError } from '@/api/errors'

export async function withFieldsBelow<T>(wrapper: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const entries = Object.entries(error.errors).map(([path, messages]) => [
      path.startsWith(`${wrapper}.`) ? path.slice(wrapper.length + 1) : path,
      messages,
    ])
    const { status, serverMessage, statusText, code, requestId } = error
    const errors = Object.fromEntries(entries)
    const parts = { status, serverMessage, statusText, errors, code, requestId }
    throw new ApiError({ ...parts, cause: error })
  }
}
