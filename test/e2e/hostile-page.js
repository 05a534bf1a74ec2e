/**
 * What a script that owns the window's page can try. These functions run in the page: each is complete in itself, as only its own text is
 * sent there. JavaScript, since the tests have no types of a browser.
 *
 * @typedef {{ id: number, ok: boolean, output?: any, error?: { code: string, message: string } }} Reply
 */

/**
 * A page whose built-ins belong to an attacker, from before its own code runs. The frame of the question is not the page's, so it has its own.
 *
 * @returns {void}
 */
export function replaceBuiltIns() {
  if (location.hostname === 'localhost') return;
  Object.defineProperty(Event.prototype, 'isTrusted', { get: () => true });
  Object.defineProperty(Document.prototype, 'hasFocus', { value: () => true });
  Reflect.set(window, 'postMessage', () => {});
}

/**
 * Sends each command that may allow something, and tries to read and to press the question that the host answers with.
 *
 * @param {{ projectDir: string, transport: 'socket' | 'bridge' }} attack Its own socket with the page's cookie, or the desktop's bridge.
 * @returns {Promise<{ confirmed: Record<string, string>, pressed: string[], read: string[] }>} The host's answer to each command: its error
 *   code, or `done`; and what succeeded of reading and pressing.
 */
export async function attackPage({ projectDir, transport }) {
  const send = transport === 'socket' ? await ownSocket() : ownBridge();
  const listed = await send('asks.list', { projectDir });
  const session = listed.output.sessions[0];
  const { sessionId } = session;
  const about = { sessionId, askId: session.asks[0].askId, digest: session.asks[0].digest };
  const allowOnce = { ...about, answer: { type: 'allow_once' } };
  /** @type {[string, object][]} */
  const commands = [
    ['permission.answer', allowOnce],
    ['permission.answer', { ...about, answer: { type: 'allow_always', rules: ['Write'], destination: 'session' } }],
    ['permission.answer', { ...about, answer: { type: 'set_mode', mode: 'acceptEdits' } }],
    ['permission.answer', { ...about, answer: { type: 'allow_edited', input: { file_path: 'one.txt', content: '' } } }],
    ['permission.answer', { ...about, answer: { type: 'add_directories', directories: ['/'], destination: 'session' } }],
    ['permission.answer', { ...about, answer: { type: 'accept_plan', mode: 'acceptEdits', clearContext: false } }],
    ['session.setMode', { sessionId, mode: 'acceptEdits' }],
    ['session.setMode', { sessionId, mode: 'auto' }],
    ['session.setMode', { sessionId, mode: 'bypassPermissions' }],
    ['session.setDirectory', { sessionId, change: 'add', path: '/' }],
    ['rules.change', { projectDir, edits: [{ type: 'insert', text: 'Write', behavior: 'allow', destination: 'local' }] }],
    ['settings.set', { projectDir, key: 'permissions.defaultMode', value: 'acceptEdits', destination: 'local' }],
    ['settings.set', { projectDir, key: 'gatehouse.confirmOutsidePage', value: false, destination: 'user' }],
    ['settings.save', { projectDir, place: 'local', text: '{"permissions":{"allow":["Write"]}}', basedOn: '' }],
    ['project.open', { path: '/' }],
    ['project.trust', { projectDir }],
    ['plugins.accept', { projectDir, id: 'a@b', digest: '' }],
    ['mcp.accept', { projectDir, name: 'a', definitions: '' }],
    ['terminal.input', { sessionId, terminalId: 'any', data: 'touch one.txt\r' }],
  ];
  /** @type {Record<string, string>} */
  const confirmed = {};
  let address = '';
  for (const [name, input] of commands) {
    const reply = await send(name, input);
    confirmed[`${name} ${JSON.stringify(input)}`] = reply.ok ? 'done' : (reply.error?.code ?? 'nothing');
    if (reply.error?.code === 'unconfirmed' && address === '') address = reply.error.message;
  }
  /** @type {string[]} */
  const pressed = [];
  /** @type {string[]} */
  const read = [];
  if (address !== '') await attackQuestion(address);
  for (const button of document.querySelectorAll('button')) if (/allow|session|save|file|edits/iu.test(button.textContent)) button.click();
  if ((await send('permission.answer', allowOnce)).ok) pressed.push('the answer was confirmed');
  return { confirmed, pressed, read };

  /** @param {string} url */
  async function attackQuestion(url) {
    /** @type {[string, () => Promise<Response>][]} */
    const reads = [
      ['fetch', () => fetch(url)],
      ['fetch without CORS', () => fetch(url, { mode: 'no-cors' })],
      ['fetch from the page’s own origin', () => fetch(new URL(url).pathname)],
    ];
    for (const [way, act] of reads) {
      const text = await act()
        .then((response) => response.text())
        .catch(() => '');
      if (text.includes('data-secret')) read.push(way);
    }
    const frame = document.createElement('iframe');
    frame.src = url;
    frame.style.cssText = 'position:fixed;inset:0;width:600px;height:400px;z-index:1000';
    /** @type {unknown[]} */
    const said = [];
    addEventListener('message', ({ data }) => said.push(data));
    document.body.append(frame);
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true });
    });
    try {
      if (frame.contentWindow?.document.body) read.push('the frame’s document');
    } catch {
      // It is of another origin.
    }
    for (const message of ['confirmed', { confirmed: true }, { type: 'click' }]) frame.contentWindow?.postMessage(message, '*');
    frame.focus();
    frame.click();
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      frame.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: 550, clientY: 380, detail: 1 }));
    frame.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    const body = JSON.stringify({ secret: '', digest: '', confirmed: true });
    /** @type {[string, () => Promise<Response>][]} */
    const posts = [
      ['a POST', () => fetch(url, { method: 'POST', body })],
      ['a POST without CORS', () => fetch(url, { method: 'POST', body, mode: 'no-cors' })],
    ];
    for (const [way, act] of posts) if ((await act().catch(() => undefined))?.ok === true) pressed.push(way);
    navigator.sendBeacon(url, body);
    // Longer than the frame wants to be still before it takes a press.
    await new Promise((resolve) => {
      setTimeout(resolve, 1500);
    });
    frame.click();
    await send('app.state', {});
    if (said.includes('confirmed')) pressed.push('synthetic events');
    frame.remove();
  }

  /** @returns {(command: string, input: object) => Promise<Reply>} */
  function ownBridge() {
    let id = 1_000_000;
    return (command, input) => {
      id += 1;
      return Reflect.get(window, 'gatehouse').request({ id, command, input });
    };
  }

  /** @returns {Promise<(command: string, input: object) => Promise<Reply>>} */
  async function ownSocket() {
    const url = new URL('ws', location.href);
    url.protocol = 'ws:';
    const socket = new WebSocket(url);
    await new Promise((resolve) => {
      socket.addEventListener('open', resolve);
    });
    let last = 0;
    return (command, input) =>
      new Promise((resolve) => {
        last += 1;
        const id = last;
        socket.addEventListener('message', ({ data }) => {
          const message = JSON.parse(data);
          if (message.id === id) resolve(message);
        });
        socket.send(JSON.stringify({ id, command, input }));
      });
  }
}

/**
 * How a page may hide from a person what they press.
 *
 * @type {Record<string, (frame: any) => void>}
 */
export const TRICKS = {
  'makes it transparent': (frame) => {
    frame.style.opacity = '0.01';
  },
  'covers it': (frame) => {
    const cover = document.createElement('div');
    cover.textContent = 'Win a prize!';
    cover.style.cssText = 'position:fixed;inset:0;background:white;pointer-events:none';
    frame.after(cover);
  },
  'scales it': (frame) => {
    frame.style.transform = 'scale(0.4)';
  },
  'shrinks it': (frame) => {
    frame.style.width = '120px';
    frame.style.height = '40px';
  },
};

/**
 * Moves the question so that its button stays under the pointer and is never still.
 *
 * @param {any} dialog
 */
export function keepMoving(dialog) {
  dialog.animate([{ translate: '-50px 0' }, { translate: '-110px 0' }], { duration: 3000, iterations: Infinity, direction: 'alternate' });
}

/**
 * Once, by less than the button's height.
 * @param {any} dialog
 */
export function moveALittle(dialog) {
  dialog.style.translate = '3px 3px';
}

/** @param {any} dialog */
export function stopMoving(dialog) {
  for (const animation of dialog.getAnimations()) animation.cancel();
}
