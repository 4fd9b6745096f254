// Labels a second through the whole product, and lists over many shipments, with SQLite.
//   node bench/shipping.mjs [--clients 8] [--labels 2000] [--rows 1000000]
// Each label is created, rated, bought and its PDF drawn, over HTTP. The raw limit beside it is how many
// transactions a second the same disk takes (SQLite, WAL, synchronous=FULL), measured in the same run.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';

const option = (name, otherwise) => {
  const index = process.argv.indexOf(`--${name}`);
  return index > 0 ? Number(process.argv[index + 1]) : otherwise;
};
const clients = option('clients', 8);
const labels = option('labels', 2000);
const rows = option('rows', 1_000_000);
const binary = path.resolve(process.env.WAYBILL_BIN ?? 'target/release/waybill');
const data = mkdtempSync(path.join(tmpdir(), 'waybill-bench-'));
const environment = { PATH: process.env.PATH, WAYBILL_LIMITS_REQUESTS_PER_SECOND: '100000', WAYBILL_LIMITS_BURST: '100000' };
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
const quantile = (times, share) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
const row = (what, value, unit, beside = '') => console.log(`${what.padEnd(46)} ${value.toFixed(1).padStart(10)} ${unit.padEnd(4)} ${beside}`);

const shipment = (number) => ({
  shipment: {
    from_address: { name: 'Bench', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' },
    to_address: { name: `Person ${number}`, street1: `${number} Elm St`, city: 'Beverly Hills', state: 'CA', zip: '90210', country: 'US' },
    parcel: { length: 12, width: 9, height: 4, weight: 20 },
  },
});

function rawCommits() {
  const database = new DatabaseSync(path.join(data, 'raw.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (a TEXT)');
  const insert = database.prepare('INSERT INTO t VALUES (?)');
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < 3000) {
    insert.run('x'.repeat(2000));
    count += 1;
  }
  database.close();
  return (count * 1000) / (performance.now() - start);
}

async function serve() {
  const server = spawn(binary, ['serve', '--data', data, '--listen', '127.0.0.1:0'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  port = await new Promise((resolve) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /ready at http:\/\/[^:]+:(\d+)/.exec(text);
      if (found) resolve(Number(found[1]));
    });
  });
  return server;
}

async function buyAll() {
  let next = 0;
  const phases = { rate: [], buy: [], draw: [] };
  const client = async () => {
    while (next < labels) {
      const number = next++;
      let start = performance.now();
      const made = await json('POST', '/dashboard/shipments', shipment(number));
      phases.rate.push(performance.now() - start);
      const rate = made.rates.find((one) => one.service === 'Priority');
      start = performance.now();
      await json('POST', `/dashboard/shipments/${made.shipment.id}/buy`, { rate_id: rate.id });
      phases.buy.push(performance.now() - start);
      start = performance.now();
      const label = await call('GET', `/dashboard/shipments/${made.shipment.id}/label?format=pdf`);
      if (!label.body.subarray(0, 4).equals(Buffer.from('%PDF'))) throw new Error('no PDF');
      phases.draw.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return { seconds: (performance.now() - start) / 1000, phases };
}

/** Copies one bought shipment many times, spread over a year, straight into the database: only to have many rows. */
function multiply() {
  const database = new DatabaseSync(path.join(data, 'live.sqlite'));
  database.exec('PRAGMA synchronous = OFF');
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all('shipments').map((column) => column.name);
  const values = columns.map((name) => {
    if (name === 'shipment_id') return `'shp_' || printf('%026d', n)`;
    if (name === 'tracking_code') return `'9205599999999' || printf('%09d', n)`;
    if (name === 'listed_at' || name === 'created_at') return `${name} - (n * 31536000000000 / ${rows})`;
    if (name === 'to_name') return `'Person ' || n`;
    if (name === 'search_text') return `'person ' || n || ' ' || (n % 9973) || ' elm st beverly hills ca 90210 9205599999999' || printf('%09d', n)`;
    return `s.${name}`;
  });
  database.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
    INSERT INTO shipments (${columns.join(', ')}) SELECT ${values.join(', ')} FROM numbers, (SELECT * FROM shipments WHERE state = 'bought' LIMIT 1) s`);
  database.exec('ANALYZE');
  database.close();
}

async function timed(route, count) {
  const times = [];
  for (let run = 0; run < count; run += 1) {
    const start = performance.now();
    await json('GET', typeof route === 'function' ? route(run) : route);
    times.push(performance.now() - start);
  }
  return times;
}

try {
  const sign_in = { email: 'bench@example.com', password: 'correct horse battery' };
  execFileSync(binary, ['user', 'create', '--name', 'Bench', '--email', sign_in.email, '--password', sign_in.password, '--balance', '100000000000', '--server', 'live', '--data', data], { env: environment, stdio: 'ignore' });
  const commits = rawCommits();
  row('raw commits of this disk', commits, '/s', 'SQLite, WAL, synchronous=FULL');
  let server = await serve();
  key = (await json('POST', '/users/sign_in', { user: sign_in })).data.api_token;
  const { seconds, phases } = await buyAll();
  const rate = labels / seconds;
  row(`labels, ${clients} clients`, rate, '/s', `${(rate / commits).toFixed(2)} of the raw commits; aim 300`);
  for (const [name, times] of Object.entries(phases)) {
    row(`  ${name}`, quantile(times, 0.5), 'ms', `p99 ${quantile(times, 0.99).toFixed(1)} ms`);
  }
  if (rows > 0) {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.on('exit', resolve));
    multiply();
    server = await serve();
    const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const list = `/dashboard/shipments?from=${day(7)}&to=${day(-1)}`;
    for (const [name, route, aim] of [
      ['list of the last 7 days', list, 50],
      ['list of a year', `/dashboard/shipments?from=${day(400)}`, 50],
      ['search by a number', (run) => `/dashboard/shipments?q=${100_000 + run * 37}`, 100],
      ['search by name and street', (run) => `/dashboard/shipments?q=person%20${(run * 7919) % rows}%20elm`, 100],
    ]) {
      const times = await timed(route, 100);
      row(`${name}, ${rows} rows`, quantile(times, 0.5), 'ms', `p99 ${quantile(times, 0.99).toFixed(1)} ms; aim ${aim}`);
    }
  }
  server.kill('SIGTERM');
  await new Promise((resolve) => server.on('exit', resolve));
} finally {
  rmSync(data, { recursive: true, force: true });
}
