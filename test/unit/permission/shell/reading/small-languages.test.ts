import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const quiet = (line: string): boolean => engine.bash(line).behavior === 'allow';

describe('a sed script', () => {
  it.each([
    "'s/a/b/;s/c/d/'",
    "'s/a/b/g; s/  */ /g; /^$/d'",
    "-n '/a/{p;q}'",
    "-n '/a/,/b/{//!p;}'",
    "'s/[/]/x/'",
    "'s/[^]]*//'",
    "'s/[[:space:]]*$//'",
    "'s|/usr/[^/]*|x|2g'",
    "'y/abc/def/'",
    "'1i\\hello'",
    "'$a bye; w x'",
    "'/a/c\\\ntext\\\nw x\n'",
    "':a;N;$!ba;s/\\n/ /g'",
    "-n '0~3p;2,+4p;5,~4p;$='",
    "-n '\\,a/b,p'",
    "-e 's/a/b/' -e 's/c/d/'",
    "-e 'a\\' -e 'w x'",
    "-n '/a/!{\np\n}'",
    "'# w x\ns/a/b/'",
  ])('only prints: %s', (script) => expect(quiet(`sed ${script} a.txt`)).toBe(true));

  it.each([
    "'s/a/b/;w x'",
    "'s/a/b/w x'",
    "'s/a/b/;s/c/d/e'",
    "'s/[/]/x/e'",
    "'s/[]/]/x/;w /]/'",
    "'s/[a/b/w x]/c/'",
    "'s/\\[/b/w x'",
    "'/a/{p;w x\n}'",
    "'{e'",
    "'1{e touch x\n}'",
    "'a\\\ntext\nw x'",
    "'a hi\nw x'",
    "'y/a/b/;e'",
    "'y/a/b/e'",
    "':a w x\nw x'",
    "'ba;w x'",
    "'b a}w x'",
    "'p w x'",
    "'p;r /etc/passwd'",
    "'R x'",
    "'W x'",
    "'1,/a/w x'",
    "'/a/Iw x'",
    "'/a/I,/b/Me'",
    "'s,a,b,;s,\\,,c,w x'",
    "'s/a/b\\/;w x'",
    "'sxaxbxw y'",
    "'s\\a\\b\\w y'",
    "-e 's/a/b' -e '/w x'",
    "-e 's/a/b/' -e 'w x'",
    "--expression='w x'",
    "'#a\nw x'",
    "'1!!w x'",
    "'l 5w x'",
    "'}w x'",
    "'q5e'",
    "'F;v;w x'",
  ])('may do more: %s', (script) => expect(quiet(`sed ${script} a.txt`)).toBe(false));
});

it.each([`for k in '1e id' 'w x'; do sed -e "$k" a.txt; done`, `for k in pid environ; do ps -eo "$k"; done`])(
  'a value known only at run time is not ignored: %s',
  (line) => expect(quiet(line)).toBe(false),
);

describe('an awk program', () => {
  it.each([
    `'{print $1 " > " $2}'`,
    `-F'|' '{print $1 "|" $2}'`,
    `'{printf "%s | %s\\n", $1, $2}'`,
    `'{print "a \\" > b"}'`,
    `'{a[$1]++} END{for(k in a) print k ": " a[k]}'`,
  ])('only prints: %s', (program) => expect(quiet(`awk ${program} a.txt`)).toBe(true));

  it.each([
    `'{print $1 > "x"}'`,
    `'{print "a" > "x"}'`,
    `'{print "a" | "sh"}'`,
    `'/"/{print > "x" "y"}'`,
    `'{print 1/2 " > " "x" > "y"}'`,
    `'# "\n{print > "x"} # "'`,
    `'{print "a\\\\" > "x"}'`,
    `'{print "system" ; system("x")}'`,
    `'BEGIN{f="system"; @f("x")}'`,
    `'{print "unclosed > x}'`,
    `'{print "a" >> "x"}'`,
  ])('may do more: %s', (program) => expect(quiet(`awk ${program} a.txt`)).toBe(false));
});
