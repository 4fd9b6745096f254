// A real `waybill serve` with a data folder of its own, and what tests arrange behind the browser's
// back: accounts by the command line, people and permissions by the API, mail from the outbox.
// Nothing here looks into the database.
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
  const env = surroundings(settings)
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
    await waybill('user', 'create', ...who, '--server', server, ...terms, ...money)
    return made
  }

  const restart = async () => {
    serving.child.kill('SIGKILL')
    await serving.ended
    serving = await serve(data, env, new URL(url).host)
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
