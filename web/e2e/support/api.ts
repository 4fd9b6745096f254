// The API as a program would call it: for arranging what a test needs, and for asking the server
// whether it refuses what the screen hides.

/** Live or test world. */
export type Base = '' | '/test'

export const PERMISSIONS = [
  'shipment_reporting',
  'billing_reporting',
  'billing_settings',
  'api_keys',
  'add_locations',
  'scan_forms',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export interface Person {
  id: string
  name: string
  email: string
  password: string
}

export interface Answer {
  status: number
  // The shape differs per route; tests look at single fields.
  body: Record<string, unknown>
}

export class Api {
  constructor(
    private readonly url: string,
    private readonly base: Base,
    private readonly key?: string,
  ) {}

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.url + this.base + path, {
      method,
      headers: {
        ...(this.key ? { Authorization: `Bearer ${this.key}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    return { status: response.status, body: isRecord(answer) ? answer : {} }
  }

  /** Sends a file as a form does. */
  async upload(path: string, name: string, content: string): Promise<Answer> {
    const form = new FormData()
    form.append('file', new Blob([content], { type: 'text/csv' }), name)
    const response = await fetch(this.url + this.base + path, {
      method: 'POST',
      headers: this.key ? { Authorization: `Bearer ${this.key}` } : {},
      body: form,
    })
    const answer: unknown = await response.json()
    return { status: response.status, body: isRecord(answer) ? answer : {} }
  }

  /** The body of an answer that must be a success. */
  async ok(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.call(method, path, body)
    if (answer.body['success'] === true) return answer.body
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  /** Signs in and returns the session's key. */
  async signIn({ email, password }: { email: string; password: string }): Promise<string> {
    const { data } = await this.ok('POST', '/users/sign_in', { user: { email, password } })
    return text(data, 'api_token')
  }

  /** A token that signs in once, for ?token= links. */
  async handOver(): Promise<string> {
    return text(await this.ok('GET', '/dashboard/api_keys/token'), 'token')
  }

  async endOtherSessions(): Promise<void> {
    await this.ok('DELETE', '/dashboard/sessions')
  }

  async addApiKey(description: string): Promise<void> {
    await this.ok('POST', '/dashboard/api_keys', { api_key: { description } })
  }

  /** A card of the sandbox bank; the number chooses what it does. */
  async addCard(number = '4242424242424242'): Promise<void> {
    const card = { number, expiry: '12/40', cvc: '123', name: 'Ada Merchant' }
    const { token } = await this.ok('POST', '/dashboard/sandbox_bank/cards', card)
    const payment_method = { type: 'BankCard', stripe_source_id: token }
    await this.ok('POST', '/dashboard/payment_methods', { payment_method })
  }

  /** A bank account of the sandbox bank, not verified yet. */
  async addBank(type: 'BankAccount' | 'PayoutBankAccount' = 'BankAccount'): Promise<void> {
    const bank = { routing: '110000000', account: '000123456789', name: 'Checking' }
    const { token } = await this.ok('POST', '/dashboard/sandbox_bank/banks', bank)
    const payment_method = {
      type,
      name: bank.name,
      plaid_token: token,
      plaid_id: token,
      external: type === 'PayoutBankAccount',
    }
    await this.ok('POST', '/dashboard/payment_methods', { payment_method })
  }

  async addPerson(name: string, permissions: readonly Permission[] = []): Promise<Person> {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}.${newNumber()}@shop.example`
    const password = 'battery staple'
    const reply = await this.ok('POST', '/dashboard/persons', { person: { name, email, password } })
    const person = { id: text(reply['person'], 'id'), name, email, password }
    for (const permission of permissions) await this.togglePermission(person, permission)
    return person
  }

  async togglePermission({ id }: Person, permission: Permission): Promise<void> {
    await this.ok('PATCH', `/dashboard/persons/${id}/toggle_permission`, { permission })
  }

  async toggleState({ id }: Person): Promise<void> {
    await this.ok('PATCH', `/dashboard/persons/${id}/toggle_state`)
  }
}

let numbers = 0

function newNumber(): string {
  numbers += 1
  return `${process.pid}.${numbers}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function text(value: unknown, field: string): string {
  const found = isRecord(value) ? value[field] : undefined
  if (typeof found !== 'string') throw new Error(`The answer has no ${field}`)
  return found
}
