/*
 * The way in: `node src/main/server.ts`, which is a link to this file. It is plain JavaScript in a folder of CommonJS,
 * as an older Node.js runs nothing else that is named .ts: so it gets as far as the sentence.
 */
{
  const majorMin = 26;
  if (Number(process.versions.node.split('.')[0]) < majorMin) {
    process.stderr.write(
      `Northbind needs Node.js ${majorMin} or later, and this is ${process.version}: run npm start, which uses the one that npm ci installs.\n`,
    );
    process.exit(1);
  }
  // Compiling TypeScript is a large part of a start, so the result is cached where only those who may change the code
  // may write. Without write access nothing is cached.
  const { enableCompileCache } = process.getBuiltinModule('node:module');
  enableCompileCache(`${__dirname}/../../../node_modules/.cache/northbind`);
  import('../service-process.ts');
}
