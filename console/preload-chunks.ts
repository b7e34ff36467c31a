import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/** What a page of HTML needs beside its first module, which would ask for it one round trip later. */
const needed: Readonly<Record<string, readonly string[]>> = {
  '/index.html': ['src/main.tsx'],
  '/signed-in.html': ['src/main.tsx', 'src/shell/signed-in.tsx'],
};

/** Lets each page of HTML load at once, and in parallel, the scripts and the styles of the modules that it needs. */
export function preloadChunks(): Plugin {
  return {
    name: 'preload-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { path, bundle = {} }) => {
        const chunks = new Set<Rollup.OutputChunk>();
        const add = (chunk: Rollup.OutputChunk): void => {
          if (chunks.has(chunk)) return;
          chunks.add(chunk);
          for (const name of chunk.imports) add(bundle[name] as Rollup.OutputChunk);
        };
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && needed[path]!.some((module) => file.facadeModuleId?.endsWith(module))) add(file);
        const styles = new Set([...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        return [
          ...[...styles].map((name) => link('stylesheet', name)),
          ...[...chunks].map(({ fileName }) => link('modulepreload', fileName)),
        ];
      },
    },
  };
}

function link(rel: string, name: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `/${name}` }, injectTo: 'head' };
}
