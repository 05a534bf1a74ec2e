import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const suggested = (line: string) => engine.bash(line).suggestions.flatMap((one) => (one.type === 'addRules' ? one.rules : []));

describe('files that ssh reads on another machine', () => {
  it.each(['ssh web "tail -100 /var/log/nginx/error.log"', 'ssh web "cat /etc/nginx/nginx.conf"', 'ssh web ls -la /srv/www'])(
    'need no rule for files of this one: %s',
    (line) => {
      expect(suggested(line)).toStrictEqual([`Bash(${line})`, 'Bash(ssh web *)']);
      for (const allow of suggested(line)) expect(engine.bash(line, engine.context({ allow: [allow] })).behavior).toBe('allow');
      expect(engine.bash(line).parts.map(({ detail }) => detail)).toStrictEqual(['No rule allows it.', 'It runs on another machine.']);
    },
  );

  it.each([
    'ssh web "cat ~/.ssh/id_rsa"',
    'ssh web "cat $FILE"',
    'ssh web "echo a > /etc/motd"',
    'ssh web "rm -rf /srv/www/old"',
    'ssh web ls < /var/log/syslog',
    'ssh -i /srv/key web ls /srv',
    'ssh -o ProxyCommand="cat /var/log/syslog" web ls /srv',
  ])('still ask where more than that happens: %s', (line) => {
    expect(
      engine.bash(line, engine.context({ allow: ['Bash(ssh web *)', 'Bash(ssh -i /srv/key web *)', 'Bash(ssh -o *)'] })).behavior,
    ).toBe('ask');
  });

  it('need no rule for files of this one in a container', () => {
    const line = 'docker exec db cat /etc/passwd';
    expect(suggested(line)).toStrictEqual([`Bash(${line})`, 'Bash(docker exec db cat *)']);
  });

  it('suggests a rule for what a redirection reads here', () => {
    expect(suggested('ssh web ls < /var/log/syslog')).toContain('Read(//var/log/syslog)');
  });
});
