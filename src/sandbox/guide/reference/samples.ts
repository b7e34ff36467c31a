/** A call as the reference shows it. */
interface Call {
  readonly method: string;
  /** It includes the query. */
  readonly path: string;
  readonly body: unknown;
  /** The answer is a file, not JSON. */
  readonly isFile: boolean;
}

/**
 * The same call in five languages. `$AUTH`, `$JSON`, `call`, `send`, `Get` and `Post` are those of the guide’s page
 * “Sign in”.
 */
export function samplesOf({ path, ...rest }: Call): string {
  const call = { ...rest, path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase()) };
  return [
    ['sh', 'curl', curl(call)],
    ['ts', 'TypeScript', typescript(call)],
    ['python', 'Python', python(call)],
    ['csharp', 'C#', csharp(call)],
    ['php', 'PHP', php(call)],
  ]
    .map(([language, tab, text]) => `\`\`\`${language} tab=${tab}\n${text}\n\`\`\``)
    .join('\n\n');
}

function curl({ method, path, body, isFile }: Call): string {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`;
  const data = body === undefined ? '' : ` -H "$JSON" -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`;
  return `curl -s${verb} "$NORTHBIND${path}" -H "$AUTH"${data}${isFile ? ' -OJ' : ''}`;
}

function typescript({ method, path, body }: Call): string {
  const type = body === undefined ? '' : ", 'content-type': 'application/json'";
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { authorization: \`Bearer \${token}\`${type} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(write(body, script))}),`]),
  ];
  return `const answer = await fetch(\`\${northbind}${path}\`, {\n${lines.join('\n')}\n});`;
}

function python({ method, path, body, isFile }: Call): string {
  if (isFile) return `file = send("${path}", None, {"Authorization": f"Bearer {token}"})`;
  if (method === 'GET') return `answer = call("${path}")`;
  if (method === 'POST') return `answer = call("${path}", ${write(body ?? {}, pythonic)})`;
  const data = body === undefined ? 'None' : `json.dumps(${write(body, pythonic)}).encode()`;
  const headers = '{"Authorization": f"Bearer {token}", "Content-Type": "application/json"}';
  return `request = urllib.request.Request(NORTHBIND + "${path}", ${data}, ${headers}, method="${method}")\nurllib.request.urlopen(request)`;
}

function csharp({ method, path, body, isFile }: Call): string {
  if (isFile) return `var file = await northbind.GetByteArrayAsync("${path}");`;
  if (method === 'GET') return `var answer = await Get("${path}");`;
  const value = write(body ?? {}, sharp);
  if (method === 'POST') return `var answer = await Post("${path}", ${value});`;
  if (method === 'DELETE') return `using var answer = await northbind.DeleteAsync("${path}");`;
  return `using var answer = await northbind.PatchAsJsonAsync("${path}", ${value});`;
}

function php({ method, path, body, isFile }: Call): string {
  if (isFile) return `$file = send('${path}', null, ["Authorization: Bearer $token"]);`;
  if (method === 'GET') return `$answer = call('${path}');`;
  if (method === 'POST') return `$answer = call('${path}', ${write(body ?? {}, hypertext)});`;
  const content = body === undefined ? '' : `, 'content' => json_encode(${write(body, hypertext)})`;
  const headers = `["Authorization: Bearer $token", 'Content-Type: application/json']`;
  return `$http = ['method' => '${method}', 'header' => ${headers}${content}];\n$answer = file_get_contents(NORTHBIND . '${path}', false, stream_context_create(['http' => $http]));`;
}

/** How a language writes a value. */
interface Writing {
  readonly text: (value: string) => string;
  readonly other: (value: unknown) => string;
  readonly pair: (key: string, value: string) => string;
  readonly object: readonly [open: string, close: string];
  readonly list: readonly [open: string, close: string];
  readonly indent: string;
}

const four = '    ';
const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const script: Writing = {
  text: quoted,
  other: String,
  pair: (key, value) => `${key}: ${value}`,
  object: ['{', '}'],
  list: ['[', ']'],
  indent: '  ',
};
const pythonic: Writing = {
  text: (value) => JSON.stringify(value),
  other: (value) => ({ true: 'True', false: 'False', null: 'None' })[String(value)] ?? String(value),
  pair: (key, value) => `"${key}": ${value}`,
  object: ['{', '}'],
  list: ['[', ']'],
  indent: four,
};
const sharp: Writing = {
  text: (value) => JSON.stringify(value),
  other: String,
  pair: (key, value) => `${key} = ${value}`,
  object: ['new {', '}'],
  list: ['new[] {', '}'],
  indent: four,
};
const hypertext: Writing = {
  text: quoted,
  other: String,
  pair: (key, value) => `'${key}' => ${value}`,
  object: ['[', ']'],
  list: ['[', ']'],
  indent: four,
};

function write(value: unknown, how: Writing, depth = 1): string {
  if (typeof value === 'string') return how.text(value);
  if (typeof value !== 'object' || value === null) return how.other(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => write(item, how, depth + 1))
    : Object.entries(value).map(([key, inner]) => how.pair(key, write(inner, how, depth + 1)));
  const [open, close] = isList ? how.list : how.object;
  if (items.length === 0) return `${open}${close}`;
  const isShort = items.every((item) => !item.includes('\n')) && items.join(', ').length < 60;
  const gap = isList && open === '[' ? '' : ' ';
  if (isShort && (isList || depth > 1)) return `${open}${gap}${items.join(', ')}${gap}${close}`;
  const margin = how.indent.repeat(depth);
  return `${open}\n${items.map((item) => `${margin}${item},`).join('\n')}\n${how.indent.repeat(depth - 1)}${close}`;
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
