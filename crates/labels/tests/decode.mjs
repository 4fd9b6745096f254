// Reads barcodes from pictures with zxing-cpp, which shares no code with what drew them, and renders ZPL with zebrash.
// Usage: node decode.mjs <folder of web/package.json> <jobs.json> <answers.json>
// A job: { picture: file.png | file.pgm } or { zpl: file.zpl, folder, name }, and symbols: [{ format, page, area: [x, y, w, h] as parts of the page }].
// An answer: for each job and symbol the text that was read ("" when none), with FNC1 as it stands in the code.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

const [web, jobsFile, answersFile] = process.argv.slice(2);
const require = createRequire(path.join(web, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { prepareZXingModule, readBarcodes } = await load('zxing-wasm/reader');
prepareZXingModule({ overrides: { wasmBinary: fs.readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer } });

/** Grey pixels of a PGM or PNG file (grey of 1 or 8 bits, or colours of 8 bits; not interlaced). */
function pixels(bytes) {
  return bytes[0] === 0x50 ? pgm(bytes) : png(bytes);
}

function pgm(bytes) {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString('latin1'));
  return { width: Number(head[1]), height: Number(head[2]), grey: bytes.subarray(head[0].length) };
}

function png(bytes) {
  let at = 8;
  let header;
  let palette;
  const data = [];
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') header = chunk;
    if (kind === 'PLTE') palette = chunk;
    if (kind === 'IDAT') data.push(chunk);
    at += length + 12;
  }
  const [width, height, depth, colour] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]];
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour];
  const stride = Math.ceil((width * samples * depth) / 8);
  const step = Math.max(1, (samples * depth) / 8);
  const raw = zlib.inflateSync(Buffer.concat(data));
  const rows = Buffer.alloc(stride * height);
  const paeth = (a, b, c) => {
    const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
  };
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const a = x >= step ? rows[y * stride + x - step] : 0;
      const b = y > 0 ? rows[(y - 1) * stride + x] : 0;
      const c = x >= step && y > 0 ? rows[(y - 1) * stride + x - step] : 0;
      const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
      rows[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
    }
  }
  const grey = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const bits = depth < 8 ? (rows[y * stride + Math.floor((x * depth) / 8)] >> (8 - depth - ((x * depth) % 8))) & (2 ** depth - 1) : rows[y * stride + x * step];
      const value = colour === 3 ? palette[bits * 3] : depth < 8 ? (bits * 255) / (2 ** depth - 1) : bits;
      grey[y * width + x] = value;
    }
  }
  return { width, height, grey };
}

/** A part of a picture with a white margin, as the pixels that the reader wants. */
function cut(picture, [x, y, w, h]) {
  const margin = 20;
  const whole = (part, size) => Math.min(size, Math.max(0, Math.round(part * size)));
  const [left, top] = [whole(x, picture.width), whole(y, picture.height)];
  const [right, bottom] = [whole(x + w, picture.width), whole(y + h, picture.height)];
  const [width, height] = [right - left + 2 * margin, bottom - top + 2 * margin];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const place = ((row - top + margin) * width + column - left + margin) * 4;
      data.fill(picture.grey[row * picture.width + column], place, place + 3);
    }
  }
  return { data, width, height, colorSpace: 'srgb' };
}

async function read(picture, { format, area }) {
  const options = { formats: [format], tryHarder: true, tryRotate: false, maxNumberOfSymbols: 1, textMode: 'Plain', isPure: false };
  const found = await readBarcodes(cut(picture, area), options);
  const [first] = found.filter((symbol) => symbol.isValid);
  if (!first) return '';
  const fnc1 = first.symbologyIdentifier === ']C1' ? 'FNC1:' : '';
  return fnc1 + Buffer.from(first.bytes).toString('utf8');
}

let renderer;
async function zplPages(zpl) {
  renderer ??= (await load('zpl-renderer-js')).ready.then(({ api }) => api);
  const images = await (await renderer).zplToBase64MultipleAsync(zpl, 101.5, 152.25, 8);
  return images.map((image) => Buffer.from(image, 'base64'));
}

const answers = [];
for (const job of JSON.parse(fs.readFileSync(jobsFile, 'utf8'))) {
  const files = job.zpl ? await zplPages(fs.readFileSync(job.zpl, 'utf8')) : job.pictures.map((file) => fs.readFileSync(file));
  if (job.zpl) files.forEach((file, page) => fs.writeFileSync(`${job.zpl}.${page}.png`, file));
  const pages = files.map(pixels);
  const texts = [];
  for (const symbol of job.symbols) texts.push(pages[symbol.page] ? await read(pages[symbol.page], symbol) : 'the page is missing');
  answers.push(texts);
}
fs.writeFileSync(answersFile, JSON.stringify(answers));
process.exit(0);
