import { expect, it } from 'vitest';
import { failurePreview } from '../../../../renderer/conversation/items/failure-text.ts';

const MANY = Array.from({ length: 12 }, (_, at) => `step ${at}`).join('\n');

/** What a tool prints, with more before and after it, and the lines of it that must be in the excerpt. */
const TOOLS: readonly (readonly [tool: string, printed: string, shown: readonly string[]])[] = [
  [
    'psql',
    `psql:migrations/004.sql:12: ERROR:  column "price" of relation "orders" already exists\nROLLBACK`,
    [`psql:migrations/004.sql:12: ERROR:  column "price" of relation "orders" already exists`],
  ],
  [
    'psql, with the place in the line',
    `ERROR:  relation "users" does not exist\nLINE 1: SELECT * FROM users\n                      ^`,
    [`ERROR:  relation "users" does not exist`, 'LINE 1: SELECT * FROM users', '                      ^'],
  ],
  ['mysql', `ERROR 1064 (42000) at line 3: You have an error in your SQL syntax`, ['ERROR 1064 (42000) at line 3']],
  [
    'next build',
    `Failed to compile.\n\n./src/app/cart/page.tsx:14:9\nType error: Property 'total' does not exist on type 'Cart'.\n\n> 14 |     <p>{cart.total}</p>\n     |         ^`,
    ['./src/app/cart/page.tsx:14:9', `Type error: Property 'total' does not exist on type 'Cart'.`, '> 14 |     <p>{cart.total}</p>'],
  ],
  [
    'git push',
    ` ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'github.com:acme/shop.git'`,
    [' ! [rejected]        main -> main (fetch first)', `error: failed to push some refs to 'github.com:acme/shop.git'`],
  ],
  ['git merge', 'CONFLICT (content): Merge conflict in src/a.ts', ['CONFLICT (content): Merge conflict in src/a.ts']],
  ['docker', 'Error response from daemon: port is already allocated', ['Error response from daemon: port is already allocated']],
  ['kubectl', 'Error from server (NotFound): pods "web" not found', ['Error from server (NotFound): pods "web" not found']],
  ['terraform', '╷\n│ Error: Reference to undeclared resource\n│ \n│   on main.tf line 3', ['│ Error: Reference to undeclared resource']],
  ['maven', '[ERROR] /a/src/Main.java:[3,5] cannot find symbol', ['[ERROR] /a/src/Main.java:[3,5] cannot find symbol']],
  ['php', 'PHP Fatal error:  Uncaught TypeError in /a/x.php:3', ['PHP Fatal error:  Uncaught TypeError in /a/x.php:3']],
];

it.each(TOOLS)('shows what %s says is wrong, wherever it stands', (_tool, printed, shown) => {
  for (const text of [`${MANY}\n${printed}\n${MANY}\n`, `${printed}\n${MANY}\n`, `${MANY}\n${printed}\n`]) {
    const lines = failurePreview(text, 5).parts.flatMap((part) => part.text.split('\n'));
    for (const line of shown)
      expect(
        lines.some((one) => one.startsWith(line)),
        `${line} in\n${lines.join('\n')}`,
      ).toBe(true);
  }
});
