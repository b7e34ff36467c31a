/** The pages of a WebAssembly memory that are not all zeros, by their index. */
export type MemoryCopy = ReadonlyMap<number, Uint8Array>;

interface Memory {
  readonly buffer: ArrayBuffer;
}

export function copyMemory({ buffer }: Memory): MemoryCopy {
  const copy = new Map<number, Uint8Array>();
  for (let index = 0; index < buffer.byteLength / pageBytes; index++) {
    if (!isEmpty(buffer, index)) copy.set(index, new Uint8Array(buffer, index * pageBytes, pageBytes).slice());
  }
  return copy;
}

/** Afterwards every byte is as it was. A page that was never used is only read, so that it takes no memory. */
export function restoreMemory({ buffer }: Memory, copy: MemoryCopy): void {
  for (let index = 0; index < buffer.byteLength / pageBytes; index++) {
    const bytes = copy.get(index);
    if (bytes !== undefined) new Uint8Array(buffer, index * pageBytes, pageBytes).set(bytes);
    else if (!isEmpty(buffer, index)) new Uint8Array(buffer, index * pageBytes, pageBytes).fill(0);
  }
}

const pageBytes = 64 * 1024;
const emptyPage = Buffer.alloc(pageBytes);

function isEmpty(buffer: ArrayBuffer, index: number): boolean {
  return emptyPage.equals(new Uint8Array(buffer, index * pageBytes, pageBytes));
}
