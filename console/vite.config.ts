import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from './compress-files.ts';
import { theme } from './src/theme/theme.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeAsFile(), compressFiles()],
  build: { target: 'es2022', reportCompressedSize: false, chunkSizeWarningLimit: 700 },
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
