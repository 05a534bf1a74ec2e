import type { FakeHost, Handlers } from './fake-host.ts';

/** The terminal of the command that is still running. */
const LIVE_TERMINAL = 't2';
const LIVE_TEXT =
  '$ node --test test/\r\n\u001b[32m✔\u001b[0m adds items (1.2ms)\r\n\u001b[32m✔\u001b[0m rounds once (0.4ms)\r\nRunning \u001b[1mcheckout\u001b[0m … ';
const FAILED_TEXT =
  '\r\n> shop@1.0.0 test\r\n> node --test\r\n\r\n\u001b[32m✔ adds items\u001b[0m \u001b[90m(1.2ms)\u001b[0m\r\n\u001b[31m✖ applies the discount once\u001b[0m\r\n  \u001b[33mAssertionError\u001b[0m: 90 !== 81\r\n      at \u001b[36mtest/checkout.test.js:14:3\u001b[0m\r\n\r\n\u001b[7m tests 2 \u001b[0m pass 1 fail 1\r\n';

/** Terminals that show what is typed into them. */
export function terminalHandlers(host: FakeHost): Handlers {
  let offset = LIVE_TEXT.length;
  return {
    'terminal.open': ({ terminalId }) => {
      const live = terminalId === LIVE_TERMINAL;
      return {
        data: live ? LIVE_TEXT : FAILED_TEXT,
        offset: 0,
        cols: 120,
        rows: 30,
        live,
        exitCode: live ? null : terminalId === 't1' ? 1 : 0,
        state: live ? { takenOver: false, paused: false, bytes: 2048, lines: 41 } : null,
      };
    },
    'terminal.close': () => ({}),
    'terminal.ack': () => ({}),
    'terminal.input': ({ terminalId, data }) => {
      host.play({ frame: { type: 'terminal', terminalId, offset, data } });
      offset += data.length;
      return {};
    },
  };
}
