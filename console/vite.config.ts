import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { checkComponentStyles } from './check-component-styles.ts';
import { compressFiles } from './compress-files.ts';
import { oneLanguage } from './one-language.ts';
import { preloadChunks } from './preload-chunks.ts';
import { theme } from './src/theme/theme.ts';

/*
 * A visit loads the start, the library that the sign-in needs too, the console, which is what most pages share, and its
 * page: a few large files, because each file is a question to the service and few are asked at a time.
 */
const groups = [
  {
    name: 'start',
    test: /src\/(start|shell\/pages|kit\/(api|ask-session)|words\/(first-language|load-texts))\.ts|preload-helper/,
    priority: 3,
  },
  {
    name: 'library',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack)\/|words\/(language|spoken)|texts\/(access|kit|labels|refusals|shell)\.ts$|kit\/(session|format|zone|tell-faults|format-facts|icons)/,
    priority: 2,
  },
  { name: 'console', minShareCount: 8, priority: 1 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [oneLanguage(), react(), themeAsFile(), preloadChunks(), compressFiles(), checkComponentStyles()],
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'signed-in.html'].map((name) => `${import.meta.dirname}/${name}`),
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/api': process.env.OPERATOR_URL ?? 'http://127.0.0.1:8082' } },
});

/**
 * The theme's variables as a style sheet of the build. Left to itself, Mantine writes them into a `<style>` at run
 * time, which the content security policy (`style-src 'self'`) would refuse.
 */
function themeAsFile(): Plugin {
  const name = 'virtual:theme.css';
  return {
    name: 'theme-as-file',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? convertCssVariables(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)))
        : undefined,
  };
}
