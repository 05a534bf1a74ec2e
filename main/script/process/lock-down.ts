// Not imported: the bundler would need a second file for that, which the process can't read.
const dgram = process.getBuiltinModule('node:dgram');
const dns = process.getBuiltinModule('node:dns');
const net = process.getBuiltinModule('node:net');
const vm = process.getBuiltinModule('node:vm');

/** What Node's permission model must deny here. */
const POWERS = ['fs', 'fs.read', 'fs.write', 'child', 'worker', 'wasi', 'addon', 'inspector'];

/** The members of `process` that its own streams use. */
const KEPT_OF_PROCESS = new Set(['nextTick', 'emitWarning', 'reallyExit']);

/**
 * Removes what Node's permission model still allows: the network, signals, and every global that isn't part of the language. The script has a
 * realm of its own and can't reach these objects; this is a second barrier in case it finds a way.
 * @throws Error if the process was started without the limits it needs.
 */
export function lockDown(): void {
  // `process.permission` is absent without the permission model.
  const { permission }: { permission?: NodeJS.ProcessPermission } = process;
  const held = POWERS.filter((power) => permission?.has(power) ?? true);
  if (held.length > 0) throw new Error(`this Node doesn’t take away: ${held.join(', ')}`);
  if (canMakeCode()) throw new Error('this Node makes code from strings');

  for (const key of Reflect.ownKeys(process.env)) Reflect.deleteProperty(process.env, key);
  for (const key of Reflect.ownKeys(process)) {
    if (typeof key !== 'string' || KEPT_OF_PROCESS.has(key) || key.startsWith('_')) continue;
    const value: unknown = Reflect.get(process, key);
    if (typeof value === 'function') Reflect.deleteProperty(process, key);
  }
  for (const key of [
    'binding',
    '_linkedBinding',
    '_kill',
    '_debugProcess',
    '_debugEnd',
    '_startProfilerIdleNotifier',
    'mainModule',
    'report',
  ]) {
    Reflect.deleteProperty(process, key);
  }
  const refuse = (): never => {
    throw new Error('The script’s process has no network.');
  };
  for (const [target, names] of [
    [net.Socket.prototype, ['connect', 'open']],
    [net.Server.prototype, ['listen', '_listen2']],
    [dgram.Socket.prototype, ['bind', 'connect', 'send', 'addMembership']],
    [net, Object.keys(net)],
    [dgram, Object.keys(dgram)],
    [dns, Object.keys(dns)],
    [dns.Resolver.prototype, Object.getOwnPropertyNames(dns.Resolver.prototype)],
  ] as const) {
    for (const name of names) Reflect.defineProperty(target, name, { value: refuse, writable: false, configurable: false });
  }
  const ofTheLanguage = new Set<unknown>(namesOfTheLanguage());
  for (const key of Reflect.ownKeys(globalThis)) if (!ofTheLanguage.has(key)) Reflect.deleteProperty(globalThis, key);
}

function namesOfTheLanguage(): unknown[] {
  const names: unknown = vm.runInNewContext('Object.getOwnPropertyNames(globalThis).join(" ")');
  return String(names).split(' ');
}

function canMakeCode(): boolean {
  try {
    Reflect.construct(Function, ['']);
    return true;
  } catch {
    // As required.
    return false;
  }
}
