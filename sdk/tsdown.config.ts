import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', checkout: 'src/checkout/open-checkout.ts' },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: { oxc: true },
  clean: true,
});
