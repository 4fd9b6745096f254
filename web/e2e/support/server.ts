// A real `waybill serve` with a data folder and a database of its own, and what tests arrange behind
// the browser's back: accounts by the command line, people and permissions by the API, mail from the
// outbox. Nothing here looks into the database.
// `scripts/with-postgres` names its server in WAYBILL_TEST_DATABASE_URL, to the browser tests as to
// those of Rust; without it the databases are SQLite files in the data folder.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { Api, type Base } from './api'

const run = promisify(execFile)

const PROGRAM = path.resolve(process.env['WAYBILL_BIN'] ?? '../target/debug/waybill')
const POSTGRES = process.env['WAYBILL_TEST_DATABASE_URL']
const READY = /^Waybill is ready at (?<url>\S+)$/

/** Everything of the developer's surroundings but his settings: the server refuses unknown ones. */
function surroundings(settings: Record<string, string>): NodeJS.ProcessEnv {
  const rest = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYBILL_'))
  return {
    ...Object.fromEntries(rest),
    WAYBILL_LIMITS_REQUESTS_PER_SECOND: '10000',
    WAYBILL_LIMITS_BURST: '10000',
    ...settings,
  }
}

export interface Account {
  name: string
  email: string
  password: string
}

interface AccountOptions {
  name?: string
  /** Where it exists; both when left out. */
  server?: 'live' | 'test' | 'both'
  askTerms?: boolean
  /** Cents to spend. */
  balance?: number
  billingType?: 'wallet' | 'invoicing'
  externallyBilled?: boolean
  salesChannel?: boolean
}

/** Those of the command line that say how the account is billed. */
function billingFlags({ billingType, externallyBilled, salesChannel }: AccountOptions): string[] {
  return [
    ...(billingType ? ['--billing-type', billingType] : []),
    ...(externallyBilled ? ['--externally-billed'] : []),
    ...(salesChannel ? ['--sales-channel'] : []),
  ]
}

export interface Server {
  url: string
  data: string
  account: (options?: AccountOptions) => Promise<Account>
  api: (key?: string, base?: Base) => Api
  /** The mails to this address so far, oldest first, with their texts decoded. */
  mailsTo: (email: string) => Promise<string[]>
  waybill: (...args: string[]) => Promise<string>
  /** Killed without a word, as by a power cut, and started again at the same address. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

let accounts = 0

/** The settings of a fresh database; it goes with the private PostgreSQL of the test run. */
async function freshDatabase(folder: string): Promise<Record<string, string>> {
  if (!POSTGRES) return {}
  const name = path.basename(folder).toLowerCase().replaceAll(/\W/g, '_')
  await run('psql', [POSTGRES, '--quiet', '--no-psqlrc', '--command', `CREATE DATABASE "${name}"`])
  const address = new URL(POSTGRES)
  address.pathname = name
  return { WAYBILL_DATABASE_URL: address.href }
}

/** Runs the program until it says where it is. */
async function serve(data: string, env: NodeJS.ProcessEnv, listen: string) {
  const child = spawn(PROGRAM, ['serve', '--data', data, '--listen', listen], {
    cwd: data,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = READY.exec(line)?.groups?.['url']
      if (found) resolve(found)
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`waybill ended with ${code}: ${complaints}`)))
  })
  return { child, ended, url, complaints: () => complaints }
}

export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const data = await mkdtemp(path.join(tmpdir(), 'waybill-e2e-'))
  const env = surroundings({ ...(await freshDatabase(data)), ...settings })
  let serving = await serve(data, env, '127.0.0.1:0')
  const { url } = serving

  const waybill = async (...args: string[]) => {
    const { stdout } = await run(PROGRAM, [...args, '--data', data], { cwd: data, env })
    return stdout
  }

  const account = async (options: AccountOptions = {}) => {
    const { name, server = 'both', askTerms = false, balance } = options
    accounts += 1
    const made = {
      name: name ?? 'Ada Merchant',
      email: `owner${accounts}.${process.pid}@shop.example`,
      password: 'correct horse',
    }
    const who = ['--name', made.name, '--email', made.email, '--password', made.password]
    const terms = askTerms ? ['--ask-terms'] : []
    const money = balance === undefined ? [] : ['--balance', String(balance)]
    const flags = [...terms, ...money, ...billingFlags(options)]
    await waybill('user', 'create', ...who, '--server', server, ...flags)
    return made
  }

  const restart = async () => {
    serving.child.kill('SIGKILL')
    await serving.ended
    serving = await serve(data, env, `127.0.0.1:${new URL(url).port}`)
  }

  const stop = async () => {
    serving.child.kill('SIGTERM')
    const [code] = await serving.ended
    await rm(data, { recursive: true, force: true })
    if (code !== 0) throw new Error(`waybill stopped with ${code}: ${serving.complaints()}`)
  }

  return {
    url,
    data,
    account,
    api: (key, base = '') => new Api(url, base, key),
    mailsTo: (email) => mailsTo(path.join(data, 'outbox'), email),
    waybill,
    restart,
    stop,
  }
}

async function mailsTo(outbox: string, email: string): Promise<string[]> {
  const names = await readdir(outbox).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).map((name) => path.join(outbox, name))
  const mails = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map(decoded)
}

/** Soft line breaks and =XX of quoted-printable are undone; plain text stays as it is. */
function decoded(mail: string): string {
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(mail)) return mail
  return mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
}
