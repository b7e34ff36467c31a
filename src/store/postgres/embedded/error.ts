/** A fault that the operator must fix. The message says what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export function diskFull(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The disk that holds ${folder} is full: free some space, or set DATA_DIR to a folder on another disk.`,
  );
}

/** Explains a file system error on the data folder in one sentence; returns any other error unchanged. */
export function explain(error: unknown, folder: string): unknown {
  if (error instanceof EmbeddedPostgresError || !(error instanceof Error)) return error;
  const { code, path } = error as NodeJS.ErrnoException;
  const where = path ?? folder;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder);
    case 'EROFS':
      return new EmbeddedPostgresError(
        `${where} is on a read-only file system: mount it writable, or set DATA_DIR to a folder that can be written.`,
      );
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedPostgresError(
        `This user may not write ${where}: start the service as the folder's owner, or set DATA_DIR to a folder that it can write.`,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(
        `${where} is not a folder, so no data can be kept there: move it away, or set DATA_DIR to a folder.`,
      );
    default:
      return error;
  }
}
