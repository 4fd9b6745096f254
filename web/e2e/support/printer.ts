// A real IPP printer: CUPS' `ippeveprinter` on a free port, with a spool folder to look into. It
// announces itself over D-Bus and ends without one, so it gets a private bus; nothing of this
// machine is touched.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

export interface Printer {
  uri: string
  /** The documents it has taken so far. */
  printed: () => Promise<Buffer[]>
  stop: () => Promise<void>
}

const PATH = '/usr/bin:/bin:/usr/sbin:/sbin'
const TRIES = 5

export async function startPrinter(): Promise<Printer> {
  const spool = await mkdtemp(path.join(tmpdir(), 'waybill-printer-'))
  const bus = spawn(
    'dbus-daemon',
    ['--session', '--nofork', '--nopidfile', '--print-address=1', `--address=unix:dir=${spool}`],
    { env: { PATH }, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [address] = await Promise.race([once(createInterface(bus.stdout), 'line'), failed(bus)])
  const env = { PATH, HOME: spool, DBUS_SYSTEM_BUS_ADDRESS: String(address) }

  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await freePort()
    const options = ['-r', 'off', '-k', '-f', 'application/pdf', '-p', String(port), '-K', spool]
    const child = spawn('ippeveprinter', [...options, '-c', '/bin/true', '-d', spool, 'Test'], {
      env,
      stdio: 'ignore',
    })
    if (!(await answers(child, port))) continue // somebody else took the port meanwhile
    return {
      uri: `ipp://127.0.0.1:${port}/ipp/print`,
      printed: () => documents(spool),
      stop: async () => {
        for (const one of [child, bus]) await end(one)
        await rm(spool, { recursive: true, force: true })
      },
    }
  }
  await end(bus)
  throw new Error('ippeveprinter did not start (package cups-ipp-utils; scripts/install-deps test)')
}

async function failed(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`${child.spawnfile} ended with ${code}`)
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** Whether it listens; false once it has ended. */
async function answers(child: ChildProcess, port: number): Promise<boolean> {
  // A program that is missing has no process, and says so by this event.
  child.once('error', () => undefined)
  const runs = () => child.pid !== undefined && !hasEnded(child)
  while (runs()) {
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open && runs()) return true
    await pause(100)
  }
  return false
}

async function documents(spool: string): Promise<Buffer[]> {
  const names = await readdir(spool)
  const files = names.filter((name) => name.endsWith('.pdf'))
  return Promise.all(files.map((name) => readFile(path.join(spool, name))))
}
