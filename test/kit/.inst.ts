import { ensureChromium } from '/work/main/test/kit/browser.ts';
console.time('install'); console.log(await ensureChromium()); console.timeEnd('install');
