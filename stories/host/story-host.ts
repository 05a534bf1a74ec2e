import { callHandlers } from './call-handlers.ts';
import { FakeHost } from './fake-host.ts';
import { projectHandlers } from './project-handlers.ts';
import { ruleHandlers } from './rule-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';
import type { Story } from './story.ts';
import { terminalHandlers } from './terminal-handlers.ts';

/** A host that plays one story. */
export function storyHost(story: Story): FakeHost {
  const host = new FakeHost(story.view);
  host.handle(projectHandlers(story));
  host.handle(sessionHandlers(host, story));
  host.handle(callHandlers(host));
  host.handle(terminalHandlers(host));
  host.handle(ruleHandlers());
  return host;
}
