import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import type { FontFile } from './font-files.ts';
import { copyMemory, type MemoryCopy, restoreMemory } from './memory-copy.ts';

/** The Typst compiler, as WebAssembly. It blocks the calling thread. */
export interface Typst {
  /** Puts a file where the templates read it. */
  readonly mapFile: (name: string, bytes: Uint8Array) => void;
  /** Throws an `Error` where the text can't be set, and a `RuntimeError` where the compiler itself fails. */
  readonly pdf: (mainFile: string) => Buffer;
  /** Remembers the compiler's memory as it is now. */
  readonly keep: () => void;
  /** Goes back to what was kept, and so forgets the documents since. */
  readonly restore: () => void;
  readonly memoryBytes: () => number;
}

/** The package has one memory for all compilers of a process, so there is one compiler. */
export function openTypst(fonts: readonly FontFile[]): Promise<Typst> {
  opened ??= open(fonts);
  return opened;
}

let opened: Promise<Typst> | undefined;

/**
 * The compiler keeps every layout that it has made, 0.2 MB for a document, and the package offers no way to forget
 * some. So its memory is copied once it is warm and put back after some documents, which takes milliseconds, where a
 * new process takes a second and is slow at its first hundred documents. Put back, the compiler does not know how far
 * its memory had grown, and would let it grow from there. So it is given room before: taken and freed at once, the room
 * stays the compiler's, and takes no memory of the machine until it is used.
 */
async function open(fonts: readonly FontFile[]): Promise<Typst> {
  const { memory, __wbindgen_export: allocate, __wbindgen_export4: free } = initSync({ module: program() });
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  let isFontNew = false;
  for (const { path, ...info } of fonts) {
    // Read when a text first needs it: those of the other scripts have 22 MB, and few documents use them.
    await builder.add_lazy_font({ info: [info], conditions: [] }, () => {
      isFontNew = true;
      return readFileSync(path);
    });
  }
  const compiler = await builder.build();
  let files = new Map<string, Buffer>();
  let kept: { readonly memory: MemoryCopy; readonly files: typeof files } | null = null;

  const mapFile = (name: string, bytes: Uint8Array) => {
    if (files.get(name)?.equals(bytes)) return; // The compiler would lay out anew what the file may concern.
    compiler.map_shadow(`/${name}`, bytes);
    files.set(name, Buffer.from(bytes));
  };

  const pdf = (mainFile: string): Buffer => {
    const { result, diagnostics } = compiler.compile(`/${mainFile}`, undefined, 'pdf', asLines) as Compiled;
    if (result === undefined) throw new Error(diagnostics?.join('\n') ?? 'nothing was set');
    return Buffer.from(result.buffer, result.byteOffset, result.byteLength);
  };

  const keep = () => {
    free(allocate(roomBytes, 1), roomBytes, 1);
    kept = { memory: copyMemory(memory), files: new Map(files) };
    isFontNew = false;
  };

  // The compiler gives up its reference to our function once it has the font. A memory from before that would still
  // hold it, so the new state is kept instead: once for each font at most.
  const restore = () => {
    if (kept === null || isFontNew) return keep();
    restoreMemory(memory, kept.memory);
    files = new Map(kept.files);
  };

  return { mapFile, pdf, keep, restore, memoryBytes: () => memory.buffer.byteLength };
}

interface Compiled {
  readonly result?: Uint8Array;
  readonly diagnostics?: readonly string[];
}

/** The form of what is wrong with a text. */
const asLines = 2;

/** Twice what the documents need between two times that the memory is put back. */
const roomBytes = 32 << 20;

function program(): Buffer<ArrayBuffer> {
  return readFileSync(fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')));
}
