import { defineConfig } from 'tsdown';

const shared = { sourcemap: true, clean: false } as const;

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts', checkout: 'src/checkout/open-checkout.ts' },
    format: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2022',
    dts: { oxc: true },
    clean: true,
  },
  {
    ...shared,
    entry: { cli: 'src/cli/northbind.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    fixedExtension: false,
    dts: false,
  },
]);
