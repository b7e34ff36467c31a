import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: `${import.meta.dirname}/web`,
  plugins: [react()],
  // Relative: the service serves the page of a sale link below /sale/.
  base: './',
  // Everything as a file: the content security policy allows no inline script and no data: URL.
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
