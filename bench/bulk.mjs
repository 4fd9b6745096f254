// A spreadsheet in, labels out, on both databases: how long it takes and how much memory.
//   node bench/bulk.mjs [--database both|sqlite|postgres] [--rows 10000,100000] [--no-compile]
// For each number of rows a fresh server: the table is uploaded, rated, its labels bought (and stored), then compiled into one PDF.
// Beside each time stands what a row took, so that one sees whether cost grows in proportion, and before all of them how many
// commits a second the same database takes; memory is the server's peak. It builds the release binaries first and takes a private,
// durable PostgreSQL from scripts/with-postgres. WAYBILL_BIN and WAYBILL_BENCH_BIN name binaries built elsewhere.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
const rowsWanted = option('rows', '10000,100000');
const sizes = rowsWanted.split(',').map(Number);
const built = path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, 'target'), 'release');
const binary = path.resolve(process.env.WAYBILL_BIN ?? path.join(built, 'waybill'));
const helper = path.resolve(process.env.WAYBILL_BENCH_BIN ?? path.join(built, 'examples/shipping_bench'));
const environment = { PATH: process.env.PATH, WAYBILL_LIMITS_REQUESTS_PER_SECOND: '100000', WAYBILL_LIMITS_BURST: '100000' };
const agent = new http.Agent({ keepAlive: true });
let port = 0;
let key = '';

function call(method, route, body, type = 'application/json') {
  return new Promise((resolve, reject) => {
    const headers = { ...(body && { 'content-type': type, 'content-length': body.length }), ...(key && { authorization: `Bearer ${key}` }) };
    const request = http.request({ agent, port, method, path: route, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject);
    request.end(body);
  });
}
const json = async (method, route, body, type) => {
  const sent = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const answer = await call(method, route, sent, type);
  if (answer.status >= 400) throw new Error(`${method} ${route}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body);
};

const cities = [['Beverly Hills', 'CA', '90210'], ['Boston', 'MA', '02134'], ['Chicago', 'IL', '60601'], ['Denver', 'CO', '80202'], ['Miami', 'FL', '33101'], ['Seattle', 'WA', '98101']];
function table(rows) {
  const lines = ['Order Id,Name,Street 1,City,State,Zip,Weight (lb)'];
  for (let n = 0; n < rows; n += 1) {
    const [city, state, zip] = cities[n % cities.length];
    lines.push(`A-${n},Person ${n},${n} Elm St,${city},${state},${zip},${1 + (n % 40) / 4}`);
  }
  return Buffer.from(lines.join('\r\n'));
}
function form(file) {
  const boundary = '----waybill-bench';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="id"\r\n\r\nwaybill\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="orders.csv"\r\n\r\n`;
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]) };
}

async function serve(where) {
  const server = spawn(binary, ['serve', ...where, '--listen', '127.0.0.1:0'], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  port = await new Promise((resolve, reject) => {
    let text = '';
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /ready at http:\/\/[^:]+:(\d+)/.exec(text);
      if (found) resolve(Number(found[1]));
    });
  });
  return server;
}
const peak = (server) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;
const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
async function until(route, done) {
  for (;;) {
    const answer = await json('GET', route);
    if (done(answer)) return answer;
    await pause(250);
  }
}
const print = (what, seconds, rows, aim) =>
  console.log(`${what.padEnd(34)} ${seconds.toFixed(2).padStart(9)} s ${((seconds * 1000) / rows).toFixed(3).padStart(9)} ms/row  ${aim}`);

async function bench(rows, url) {
  const data = mkdtempSync(path.join(tmpdir(), 'waybill-bulk-'));
  const where = ['--data', data, ...(url ? ['--database-url', url] : [])];
  key = '';
  try {
    // One database serves all sizes: everybody has an account of their own.
    const user = { email: `bench-${rows}@example.com`, password: 'correct horse battery' };
    execFileSync(binary, ['user', 'create', '--name', 'Bench', '--email', user.email, '--password', user.password, '--balance', '100000000000', '--server', 'live', ...where], { env: environment, stdio: 'ignore' });
    console.log(`\n${url ? 'PostgreSQL' : 'SQLite (WAL, synchronous=FULL)'}, ${rows} rows`);
    const raw = JSON.parse(execFileSync(helper, ['commits', url ?? path.join(data, 'raw.sqlite')], { encoding: 'utf8' }));
    console.log(`raw commits: ${raw.one.toFixed(0)} a second by one connection, ${raw.eight.toFixed(0)} by eight`);
    const server = await serve(where);
    key = (await json('POST', '/users/sign_in', { user })).data.api_token;
    const file = table(rows);
    const { type, body } = form(file);
    const aims = rows === 10_000 ? { rated: 'aim 5 s', bought: 'aim 30 s', compiled: 'aim 10 s', memory: 'aim 400 MB' } : {};

    let start = performance.now();
    const began = start;
    const lap = () => {
      const seconds = (performance.now() - start) / 1000;
      start = performance.now();
      return seconds;
    };
    const { id } = await json('POST', '/dashboard/shipment_uploads', body, type);
    print('uploaded and looked at', lap(), rows, '');
    const from_address = { name: 'Bench', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };
    await json('POST', `/dashboard/shipment_uploads/${id}/rate`, { overrides: { from_address, parcel: { length: 8, width: 6, height: 4 } } });
    const rated = await until(`/dashboard/shipment_uploads/${id}/status`, (answer) => answer.status === 'rated');
    lap();
    print('uploaded to rated', (performance.now() - began) / 1000, rows, aims.rated ?? '');
    if (rated.shipments_count !== rows) throw new Error(`${rated.shipments_count} of ${rows} rated`);

    start = performance.now();
    await json('POST', `/dashboard/shipment_uploads/${id}/buy_labels`, {});
    const bought = await until(`/dashboard/shipment_uploads/${id}/status`, (answer) => answer.status === 'purchased');
    print('rated to bought', lap(), rows, aims.bought ?? '');
    if (bought.labels_count !== rows) throw new Error(`${bought.labels_count} of ${rows} bought`);

    if (!process.argv.includes('--no-compile')) {
      const begun = await json('POST', '/dashboard/shipments/compile', { all_matching: { upload_id: id }, format: 'pdf' });
      let { report } = begun;
      if (begun.job_id) report = (await until(`/dashboard/jobs/${begun.job_id}`, (answer) => answer.job.finished_at)).job.report;
      print('compiled into one PDF', lap(), rows, aims.compiled ?? '');
      const pdf = await call('GET', report.url);
      if (!pdf.body.subarray(0, 4).equals(Buffer.from('%PDF'))) throw new Error('no PDF');
      print(`downloaded (${(pdf.body.length / 1024 / 1024).toFixed(1)} MB)`, lap(), rows, '');
    }
    console.log(`${'peak memory of the server'.padEnd(34)} ${peak(server).toFixed(0).padStart(9)} MB ${aims.memory ?? ''}`);
    server.removeAllListeners('exit');
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

if (!process.env.WAYBILL_BIN) execFileSync('cargo', ['build', '--release', '-p', 'waybill'], { cwd: root, stdio: 'inherit' });
if (!process.env.WAYBILL_BENCH_BIN) {
  execFileSync('cargo', ['build', '--release', '-p', 'store', '--example', 'shipping_bench'], { cwd: root, stdio: 'inherit' });
}
if (database !== 'postgres') for (const rows of sizes) await bench(rows, null);
if (database === 'postgres' && process.env.WAYBILL_TEST_DATABASE_URL) {
  for (const rows of sizes) await bench(rows, process.env.WAYBILL_TEST_DATABASE_URL);
} else if (database !== 'sqlite') {
  const own = [fileURLToPath(import.meta.url), '--database', 'postgres', '--rows', rowsWanted, ...(process.argv.includes('--no-compile') ? ['--no-compile'] : [])];
  const durable = { ...process.env, WAYBILL_BIN: binary, WAYBILL_BENCH_BIN: helper, WAYBILL_POSTGRES_DURABLE: '1' };
  execFileSync(path.join(root, 'scripts/with-postgres'), [process.execPath, ...own], { env: durable, stdio: 'inherit' });
}
