// What the foundation costs: time to the first page, idle memory, size of the binary, bytes of the first pages.
//
//   cargo build --release && node bench/foundation.mjs [path of the release binary]
//
// Every figure stands beside a raw limit measured in the same run, or beside its aim. Nothing here fails: it reports.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const binary = path.resolve(process.argv[2] ?? path.join(root, 'target/release/waybill'));
const { chromium } = createRequire(path.join(root, 'web/package.json'))('@playwright/test');
const data = mkdtempSync(path.join(tmpdir(), 'waybill-bench-'));
const environment = { PATH: process.env.PATH, HOME: process.env.HOME };
const sign_in = { email: 'bench@example.com', password: 'a password for the bench' };
const RUNS = 9;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The raw limit of a start: the process alone, doing nothing. */
function processStart() {
  const began = performance.now();
  execFileSync(binary, ['--version'], { env: environment, stdio: 'ignore' });
  return performance.now() - began;
}

/** Starts the server and waits for the first page that arrives whole. */
async function start(port) {
  const began = performance.now();
  const server = spawn(binary, ['serve', '--data', data, '--listen', `127.0.0.1:${port}`], { env: environment, stdio: 'ignore' });
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      await answer.text();
      if (answer.ok) return { server, millis: performance.now() - began };
    } catch {
      if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    }
    await wait(1);
  }
}

const stop = (server) => new Promise((resolve) => {
  server.once('exit', resolve);
  server.kill('SIGTERM');
});

function megabytesOf(pid) {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n').find((text) => text.startsWith('VmRSS'));
  return Number(line.replace(/\D/g, '')) / 1024;
}

/** Script and style bytes as they travel (compressed), for the login page and after signing in. */
async function bytes(port) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
  try {
    const page = await (await browser.newContext()).newPage();
    const session = await page.context().newCDPSession(page);
    const kinds = new Map();
    const sizes = new Map();
    await session.send('Network.enable');
    session.on('Network.responseReceived', (event) => kinds.set(event.requestId, event.type));
    session.on('Network.loadingFinished', (event) => sizes.set(event.requestId, event.encodedDataLength));
    const kilobytes = () => [...sizes].filter(([id]) => ['Script', 'Stylesheet'].includes(kinds.get(id))).reduce((sum, [, n]) => sum + n, 0) / 1000;
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'networkidle' });
    const login = kilobytes();
    await page.getByLabel('Email').fill(sign_in.email);
    await page.getByLabel('Password', { exact: true }).fill(sign_in.password);
    await page.getByRole('button', { name: /log ?in|sign ?in/i }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    return { login, signedIn: kilobytes() };
  } finally {
    await browser.close();
  }
}

function row(what, value, unit, beside) {
  console.log(`${what.padEnd(44)} ${value.toFixed(1).padStart(9)} ${unit.padEnd(3)}  ${beside}`);
}

try {
  execFileSync(binary, ['user', 'create', '--name', 'Bench', '--email', sign_in.email, '--password', sign_in.password, '--data', data],
    { env: environment, stdio: 'ignore' });
  const raw = [];
  const starts = [];
  for (let run = 0; run < RUNS; run += 1) {
    raw.push(processStart());
    const { server, millis } = await start(4700 + run);
    starts.push(millis);
    await stop(server);
  }
  row('process start, doing nothing (raw limit)', median(raw), 'ms', `median of ${RUNS}`);
  row('start to first page, existing database', median(starts), 'ms',
    `${(median(starts) / median(raw)).toFixed(1)} x the raw limit; ${(median(starts) / 300).toFixed(2)} of the aim of 300 ms`);

  const { server } = await start(4790);
  await wait(5000);
  const memory = megabytesOf(server.pid);
  const own = process.memoryUsage().rss / 1024 / 1024;
  row('idle memory', memory, 'MB', `${(memory / own).toFixed(2)} of this bench's Node process; ${(memory / 60).toFixed(2)} of the aim of 60 MB`);
  const size = statSync(binary).size / 1e6;
  row('size of the binary', size, 'MB', 'with the web app inside');
  const page = await bytes(4790);
  // Over plain HTTP Chromium takes gzip, and the login page fetches the next page's parts ahead while it is idle:
  // the budgets (brotli, what the page itself needs) are checked by `npm run size`.
  row('scripts and styles, login page at rest', page.login, 'KB', 'gzip, with what it fetches ahead');
  row('... further ones for the first signed-in page', page.signedIn - page.login, 'KB', 'gzip');
  row('memory after a sign-in', megabytesOf(server.pid), 'MB', 'password hashing has run');
  await stop(server);
} finally {
  rmSync(data, { recursive: true, force: true });
}
