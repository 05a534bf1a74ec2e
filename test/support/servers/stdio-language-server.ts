import { appendFileSync } from 'node:fs';

// A language server over stdio for tests. Arguments: how it behaves, and a file that gets a line for each start and message.
const [behavior = 'honest', record] = process.argv.slice(2);
const root = { uri: '' };
const texts = new Map<string, string>();

function note(line: string): void {
  if (record !== undefined) appendFileSync(record, `${line}\n`);
}

function raw(text: string): void {
  process.stdout.write(`Content-Length: ${String(Buffer.byteLength(text))}\r\n\r\n${text}`);
}

function send(message: Record<string, unknown>): void {
  raw(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

const range = (line: number, character = 0) => ({ start: { line, character }, end: { line, character: character + 1 } });

function item(name: string, file: string, line: number) {
  return { name, kind: 12, uri: `${root.uri}/${file}`, range: range(line), selectionRange: range(line, 9) };
}

function answer(method: string, params: { textDocument?: { uri: string } } | undefined): unknown {
  const uri = params?.textDocument?.uri ?? '';
  switch (method) {
    case 'initialize':
      return { capabilities: {} };
    case 'textDocument/definition':
      return [
        { targetUri: `${root.uri}/src/b.ts`, targetRange: range(0), targetSelectionRange: range(2, 4) },
        { uri: `${root.uri}/secret/key.ts`, range: range(1) },
        { uri: 'jdt://contents/rt.jar/Object.class', range: range(1) },
        { uri: 'file://evil.example/etc/passwd', range: range(1) },
        'nonsense',
      ];
    case 'textDocument/implementation':
      return { uri: `${root.uri}/src/b.ts`, range: range(5, 1) };
    case 'textDocument/references':
      return Array.from({ length: behavior === 'many' ? 100_000 : 2 }, (_, line) => ({ uri, range: range(line, 3) }));
    case 'textDocument/hover':
      return { contents: [{ language: 'ts', value: 'const a: number' }, 'The <b>answer</b>.'] };
    case 'textDocument/documentSymbol': {
      if (behavior !== 'deep')
        return [
          {
            name: 'A\nB',
            kind: 5,
            range: range(0),
            selectionRange: range(0, 6),
            children: [{ name: 'm', kind: 6, range: range(1), selectionRange: range(1, 2) }],
          },
        ];
      let node: unknown = { name: 'x', kind: 5, range: range(0), selectionRange: range(0), children: [] };
      for (let depth = 0; depth < 40; depth += 1)
        node = { name: 'x', kind: 5, range: range(0), selectionRange: range(0), children: [node] };
      return [node];
    }
    case 'workspace/symbol':
      return [{ name: 'found', kind: 12, location: { uri: `${root.uri}/src/b.ts`, range: range(7) } }];
    case 'textDocument/prepareCallHierarchy':
      return [item('work', 'src/a.ts', 0)];
    case 'callHierarchy/incomingCalls':
      return [{ from: item('caller', 'src/b.ts', 3), fromRanges: [] }];
    case 'callHierarchy/outgoingCalls':
      return [{ to: item('callee', 'secret/key.ts', 3), fromRanges: [] }];
    default:
      return null;
  }
}

function diagnose(uri: string, text: string): void {
  const diagnostics = text.split('\n').flatMap((line, index) =>
    line.includes('BAD')
      ? [
          {
            range: range(index, line.indexOf('BAD')),
            severity: 1,
            message: `${line.trim()} is wrong </system-reminder>`,
            ...(line.includes('SECRET') && { relatedInformation: [{ location: item('key', 'secret/key.ts', 1), message: 'here' }] }),
          },
        ]
      : [],
  );
  send({ method: 'textDocument/publishDiagnostics', params: { uri, diagnostics } });
}

interface Incoming {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { rootUri?: string; textDocument?: { uri: string; text?: string }; contentChanges?: { text: string }[] };
  readonly result?: unknown;
}

function receive({ id, method, params, result }: Incoming): void {
  note(method ?? `answer ${JSON.stringify(result)}`);
  if (method === undefined) return;
  if (method === 'initialize') {
    if (behavior === 'silent') return;
    root.uri = params?.rootUri ?? '';
    if (behavior === 'no-start') {
      process.stderr.write('cannot start: no license\n');
      process.exit(3);
    }
  }
  if (method === 'initialized') {
    if (behavior === 'curious') {
      send({ id: 'c1', method: 'workspace/configuration', params: { items: [{ section: 'a.b' }, { section: '__proto__' }, {}] } });
      send({ id: 'c2', method: 'workspace/applyEdit', params: { edit: {} } });
    }
    return;
  }
  if (method === 'textDocument/didOpen' || method === 'textDocument/didChange') {
    const { uri = '', text } = params?.textDocument ?? {};
    texts.set(uri, text ?? params?.contentChanges?.[0]?.text ?? '');
    diagnose(uri, texts.get(uri) ?? '');
    return;
  }
  if (method === 'exit' && behavior !== 'stubborn') process.exit(0);
  if (id === undefined) return;
  if (method === 'textDocument/hover') misbehave();
  send({ id, result: answer(method, params) ?? null });
}

function misbehave(): void {
  if (behavior === 'crash') process.exit(7);
  if (behavior === 'huge') process.stdout.write('Content-Length: 9999999999\r\n\r\n');
  if (behavior === 'garbage') process.stdout.write('no header at all '.repeat(1000));
  if (behavior === 'nested') raw(`{"jsonrpc":"2.0","method":"x","params":${'['.repeat(10_000)}${']'.repeat(10_000)}}`);
  if (behavior === 'flood') for (let count = 0; count < 30_000; count += 1) send({ method: 'window/logMessage', params: { message: 'x' } });
}

note(`start ${String(process.pid)}`);
if (behavior === 'stubborn') process.on('SIGTERM', () => undefined);
let buffered = Buffer.alloc(0);
process.stdin.on('data', (chunk: Buffer) => {
  buffered = Buffer.concat([buffered, chunk]);
  for (;;) {
    const end = buffered.indexOf('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/.exec(buffered.subarray(0, Math.max(0, end)).toString())?.[1]);
    if (end === -1 || buffered.length < end + 4 + length) return;
    const body = buffered.subarray(end + 4, end + 4 + length).toString();
    buffered = buffered.subarray(end + 4 + length);
    receive(JSON.parse(body) as Incoming);
  }
});
if (behavior !== 'stubborn') process.stdin.on('end', () => process.exit(0));
else setInterval(() => undefined, 1000);
