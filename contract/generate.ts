import { readFileSync, writeFileSync } from 'node:fs';
import { postmanCollection } from './collection.ts';
import { lenderOpenApiDocument } from './lender/openapi.ts';
import { openApiDocument } from './openapi.ts';

/** Writes the files made from the operations; with `--check` it only reports whether they are current. */
const document = openApiDocument();
const made = {
  './openapi.json': document,
  './lender/openapi.json': lenderOpenApiDocument(),
  '../docs/guide/northbind.postman_collection.json': postmanCollection(document),
};

for (const [path, content] of Object.entries(made)) {
  const file = new URL(path, import.meta.url);
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file.pathname} does not match the operations. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
}
