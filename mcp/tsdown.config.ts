import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node20',
  dts: false,
  fixedExtension: false,
  clean: true,
  // The package can then be installed wherever the client library is not published.
  deps: { alwaysBundle: ['@northbind/sdk'] },
});
