// Which credentials a carrier asks for, when they are complete, and what of them is sent. Stored
// secrets come masked; what is left empty while editing is kept.
import type { CarrierAccount, CarrierAccountInput } from '@/api/carrierAccounts'

export const CARRIERS = ['FedEx', 'UPS'] as const

type CredentialName = 'key' | 'meter' | 'password' | 'account_number' | 'user_id'

export interface CredentialField {
  name: CredentialName
  label: string
  /** Typed behind dots. */
  secret: boolean
  /** What the carrier's own site calls it. */
  hint?: string
}

const FEDEX: readonly CredentialField[] = [
  { name: 'key', label: 'Key', secret: true, hint: 'The API key of your FedEx project.' },
  { name: 'meter', label: 'Meter', secret: false },
  { name: 'password', label: 'Password', secret: true, hint: 'The secret key of the project.' },
  { name: 'account_number', label: 'Account number', secret: false },
]

const UPS: readonly CredentialField[] = [
  { name: 'key', label: 'Key', secret: true, hint: 'The client id of your UPS app.' },
  { name: 'user_id', label: 'User ID', secret: false },
  { name: 'password', label: 'Password', secret: true, hint: 'The client secret of the app.' },
  { name: 'account_number', label: 'Account number', secret: false },
]

export function fieldsOf(carrier: string): readonly CredentialField[] {
  return carrier === 'FedEx' ? FEDEX : UPS
}

/** Name of the credential -> value; masked when the server sent it. */
export type Secrets = Partial<Record<string, string>>

export type CredentialValues = Record<CredentialName, string>

export const NO_CREDENTIALS: Readonly<CredentialValues> = {
  key: '',
  meter: '',
  password: '',
  account_number: '',
  user_id: '',
}

export interface AccountValues {
  carrier: string
  description: string
  credentials: CredentialValues
  smartPost: boolean
  smart: CredentialValues
}

/** What the server has, masked. */
export interface Stored {
  main: Secrets
  smart: Secrets
}

export function storedOf(account: CarrierAccount | null): Stored {
  const { smart_post, ...rest } = account?.credentials ?? {}
  const main: Secrets = {}
  for (const [name, value] of Object.entries(rest)) {
    if (typeof value === 'string') main[name] = value
  }
  return { main, smart: smart_post ?? {} }
}

function filled(fields: readonly CredentialField[], typed: CredentialValues, stored: Secrets) {
  return fields.every(({ name }) => typed[name].trim() !== '' || Boolean(stored[name]))
}

/** Every credential that the carrier requires is typed, or stored and left. */
export function isComplete(values: AccountValues, stored: Stored): boolean {
  const fields = fieldsOf(values.carrier)
  if (!filled(fields, values.credentials, stored.main)) return false
  return !usesSmartPost(values) || filled(fields, values.smart, stored.smart)
}

function usesSmartPost({ carrier, smartPost }: AccountValues): boolean {
  return carrier === 'FedEx' && smartPost
}

function typedOnly(
  fields: readonly CredentialField[],
  values: CredentialValues,
): Partial<CredentialValues> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values[name].trim()
      return value ? [[name, value]] : []
    }),
  )
}

/** Something required was left to what the server has. */
export function leansOnStored({ carrier, credentials, smart, smartPost }: AccountValues): boolean {
  const fields = fieldsOf(carrier)
  const missing = (values: CredentialValues) => fields.some(({ name }) => !values[name].trim())
  return missing(credentials) || (carrier === 'FedEx' && smartPost && missing(smart))
}

/** SmartPost's are removed when its switch is off. */
export function toInput(
  values: AccountValues,
  account: CarrierAccount | null,
): CarrierAccountInput {
  const { carrier } = values
  const fields = fieldsOf(carrier)
  const credentials: CarrierAccountInput['credentials'] = typedOnly(fields, values.credentials)
  if (usesSmartPost(values)) credentials.smart_post = typedOnly(fields, values.smart)
  else if (account?.credentials.smart_post) credentials.smart_post = null
  return { carrier, description: values.description.trim(), credentials }
}
