// Labels a second through the whole product, and lists and searches over many shipments, on both databases.
//   node bench/shipping.mjs [--database both|sqlite|postgres] [--clients 8] [--labels 2000] [--rows 1000000]
// Short form: --labels 400 --rows 100000. It builds the release binaries first (nothing to do when they are current) and takes a
// private, durable PostgreSQL from scripts/with-postgres. WAYBILL_BIN and WAYBILL_BENCH_BIN name binaries built elsewhere.
//
// Each label is created, rated, bought and its PDF drawn, over HTTP, by this process on the same machine. The raw limit beside it
// is how many transactions a second the same database takes, measured in the same run: one connection, and eight at once.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const option = (name, otherwise) => {
  const index = process.argv.indexOf(`--${name}`);
  return index > 0 ? process.argv[index + 1] : otherwise;
};
const database = option('database', 'both');
const clients = Number(option('clients', 8));
const labels = Number(option('labels', 2000));
const rows = Number(option('rows', 1_000_000));
const built = path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, 'target'), 'release');
const binary = path.resolve(process.env.WAYBILL_BIN ?? path.join(built, 'waybill'));
const helper = path.resolve(process.env.WAYBILL_BENCH_BIN ?? path.join(built, 'examples/shipping_bench'));
const sign_in = { email: 'bench@example.com', password: 'correct horse battery' };
const PER_LIST = 200;

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
let port = 0;
let key = '';

function call(method, route, body) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...(key && { authorization: `Bearer ${key}` }) };
    const request = http.request({ agent, port, method, path: route, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject);
    request.end(text);
  });
}
const json = async (method, route, body) => {
  const answer = await call(method, route, body);
  if (answer.status >= 400) throw new Error(`${method} ${route}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body);
};
const quantile = (times, share) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
const row = (what, value, unit, beside = '') => console.log(`${what.padEnd(44)} ${value.toFixed(1).padStart(9)} ${unit.padEnd(3)} ${beside}`);
const timesRow = (what, times, aim) => row(what, quantile(times, 0.5), 'ms', `p99 ${quantile(times, 0.99).toFixed(1)} ms${aim ? `; aim ${aim}` : ''}`);

const shipment = (number) => ({
  shipment: {
    from_address: { name: 'Bench', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' },
    to_address: { name: `Person ${number}`, street1: `${number} Elm St`, city: 'Beverly Hills', state: 'CA', zip: '90210', country: 'US' },
    parcel: { length: 12, width: 9, height: 4, weight: 20 },
  },
});

function serve(environment, data, url) {
  const where = ['--data', data, ...(url ? ['--database-url', url] : [])];
  const server = spawn(binary, ['serve', ...where, '--listen', '127.0.0.1:0'], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let text = '';
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /ready at http:\/\/[^:]+:(\d+)/.exec(text);
      if (found) {
        port = Number(found[1]);
        resolve(server);
      }
    });
  });
}

const stop = (server) => new Promise((resolve) => {
  server.removeAllListeners('exit');
  server.once('exit', resolve);
  server.kill('SIGTERM');
});

async function buyAll() {
  let next = 0;
  const phases = { 'create and rate': [], buy: [], 'PDF drawn': [] };
  const timed = async (phase, work) => {
    const start = performance.now();
    const done = await work();
    phases[phase].push(performance.now() - start);
    return done;
  };
  const client = async () => {
    while (next < labels) {
      const number = next++;
      const made = await timed('create and rate', () => json('POST', '/dashboard/shipments', shipment(number)));
      const { id } = made.shipment;
      const rate = made.rates.find((one) => one.service === 'Priority');
      const bought = await timed('buy', () => json('POST', `/dashboard/shipments/${id}/buy`, { rate_id: rate.id }));
      if (!bought.tracking_code) throw new Error(`not bought: ${JSON.stringify(bought)}`);
      const label = await timed('PDF drawn', () => call('GET', `/dashboard/shipments/${id}/label?format=pdf`));
      if (!label.body.subarray(0, 4).equals(Buffer.from('%PDF'))) throw new Error('no PDF');
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return { seconds: (performance.now() - start) / 1000, phases };
}

/** One request after the other, as a person would wait for them; the first ones warm up. */
async function timed(count, ask) {
  const times = [];
  for (let run = count > 20 ? -10 : -1; run < count; run += 1) {
    const start = performance.now();
    await ask(Math.abs(run));
    if (run >= 0) times.push(performance.now() - start);
  }
  return times;
}

async function lists() {
  const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const list = '/dashboard/shipments?source=internal&downloaded=all';
  const week = `&from=${day(7)}&to=${day(-1)}`;
  const some = (run) => 1 + ((run * 7919) % rows);
  for (const [name, route, aim] of [
    ['list, first page, last 7 days', () => `${list}${week}`, 50],
    ['list, any page of them', (run) => `${list}${week}&page=${1 + ((run * 13) % Math.max(1, Math.floor((rows * 7) / 365 / 50)))}`, 50],
    ['list, first page, all', () => list, 50],
    ['list, by name', () => `${list}&sort=to_name&dir=asc`, 50],
    ['search, tracking number', (run) => `${list}&q=${`9205599999999${String(some(run)).padStart(9, '0')}`}`, 100],
    ['search, part of a tracking number', (run) => `${list}&q=99${String(some(run)).padStart(9, '0')}`, 100],
    ['search, name and street', (run) => `${list}&q=person%20${some(run)}%20elm`, 100],
  ]) {
    timesRow(name, await timed(PER_LIST, (run) => json('GET', route(run))), aim);
  }
  // The worst that can be asked for: no index helps with what every row has.
  timesRow('search, last 7 days, a word that all have', await timed(5, () => json('GET', `${list}${week}&q=beverly`)));
}

async function measure(url) {
  const data = mkdtempSync(path.join(tmpdir(), 'waybill-bench-'));
  const environment = { PATH: process.env.PATH, WAYBILL_LIMITS_REQUESTS_PER_SECOND: '100000', WAYBILL_LIMITS_BURST: '100000' };
  const where = ['--data', data, ...(url ? ['--database-url', url] : [])];
  try {
    console.log(`\n${url ? 'PostgreSQL' : 'SQLite (WAL, synchronous=FULL)'}, ${labels} labels, ${rows} rows`);
    const account = ['--name', 'Bench', '--email', sign_in.email, '--password', sign_in.password, '--balance', '100000000000', '--server', 'live'];
    execFileSync(binary, ['user', 'create', ...account, ...where], { env: environment, stdio: 'ignore' });
    const raw = JSON.parse(execFileSync(helper, ['commits', url ?? path.join(data, 'raw.sqlite')], { encoding: 'utf8' }));
    row('raw commits, one connection', raw.one, '/s');
    row('raw commits, eight connections', raw.eight, '/s');
    let server = await serve(environment, data, url);
    key = (await json('POST', '/users/sign_in', { user: sign_in })).data.api_token;
    timesRow('form to rates, one person', await timed(PER_LIST, (run) => json('POST', '/dashboard/shipments/quote', shipment(run))));
    const { seconds, phases } = await buyAll();
    const rate = labels / seconds;
    row(`labels, ${clients} clients`, rate, '/s', `${(rate / raw.one).toFixed(2)} of the raw commits of one, ${(rate / raw.eight).toFixed(2)} of eight; aim 300`);
    for (const [name, times] of Object.entries(phases)) timesRow(`  ${name}`, times);
    await stop(server);
    if (rows > 0) {
      const start = performance.now();
      execFileSync(helper, ['rows', url ?? path.join(data, 'live.sqlite'), String(rows)], { stdio: 'inherit' });
      row('(rows copied into the database in', (performance.now() - start) / 1000, 's)');
      server = await serve(environment, data, url);
      await lists();
      await stop(server);
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

if (!process.env.WAYBILL_BIN) {
  execFileSync('cargo', ['build', '--release', '-p', 'waybill'], { cwd: root, stdio: 'inherit' });
}
if (!process.env.WAYBILL_BENCH_BIN) {
  execFileSync('cargo', ['build', '--release', '-p', 'store', '--example', 'shipping_bench'], { cwd: root, stdio: 'inherit' });
}
if (database !== 'postgres') await measure(null);
if (database === 'postgres' && process.env.WAYBILL_TEST_DATABASE_URL) await measure(process.env.WAYBILL_TEST_DATABASE_URL);
else if (database !== 'sqlite') {
  const own = [fileURLToPath(import.meta.url), '--database', 'postgres', '--clients', clients, '--labels', labels, '--rows', rows].map(String);
  const environment = { ...process.env, WAYBILL_BIN: binary, WAYBILL_BENCH_BIN: helper, WAYBILL_POSTGRES_DURABLE: '1' };
  execFileSync(path.join(root, 'scripts/with-postgres'), [process.execPath, ...own], { env: environment, stdio: 'inherit' });
}
