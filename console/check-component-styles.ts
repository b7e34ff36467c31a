import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Fails the build unless theme/components.css has the styles of just those of Mantine's components that are drawn. */
export function checkComponentStyles(): Plugin {
  const listed = readFileSync(join(import.meta.dirname, 'src/theme/components.css'), 'utf8');
  return {
    name: 'check-component-styles',
    apply: 'build',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const drawn = namesIn(modules.join('\n'), /@mantine\/core\/.*\/(\w+)\.module\.mjs$/gm);
      const styled = namesIn(listed, /@mantine\/core\/styles\/(?!global)(\w+)\.layer\.css/g);
      const wrong = [...drawn.symmetricDifference(styled)];
      if (wrong.length > 0) this.error(`theme/components.css has too few or too many styles: ${wrong.join(', ')}`);
    },
  };
}

function namesIn(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name]) => name!));
}
