// A server whose clock a test sets forward: invoices and incentive reports are drawn up monthly, and
// nobody waits for that. The server is the real one; clock.c is loaded before its own code.
import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SOURCE = path.resolve('e2e/support/clock.c')
const DAY = 24 * 60 * 60

export interface Clock {
  /** For the server's surroundings. */
  settings: Record<string, string>
  /** Sets the clock forward; what has become due runs within seconds. */
  advance: (days: number) => Promise<void>
  /** Sets it to the second day of the next month, when the monthly work of the first is due. */
  toNextMonth: () => Promise<void>
  now: () => Date
  remove: () => Promise<void>
}

export async function makeClock(): Promise<Clock> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waybill-clock-'))
  const [library, file] = [path.join(folder, 'clock.so'), path.join(folder, 'ahead')]
  await run('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE])
  await writeFile(file, Buffer.alloc(8))
  let ahead = 0

  const now = () => new Date(Date.now() + ahead * 1000)
  const advance = async (days: number) => {
    ahead += Math.round(days * DAY)
    const bytes = new Uint8Array(new BigInt64Array([BigInt(ahead)]).buffer)
    // In place: the server has mapped this very file.
    const handle = await open(file, 'r+')
    await handle.write(bytes)
    await handle.close()
  }
  const toNextMonth = () => {
    const today = now()
    const wanted = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 2, 6)
    return advance((wanted - today.getTime()) / 1000 / DAY)
  }
  return {
    settings: { LD_PRELOAD: library, CLOCK_AHEAD: file },
    advance,
    toNextMonth,
    now,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
