// Checks the licences of everything that ships, and writes their notices. Run by scripts/licenses.mjs.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outDir, root } from './lib/paths.mjs';

/** Licences that allow shipping under MIT with a notice alone. */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'OFL-1.1',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
]);
/** Licences of other projects' code inside a package that names only its own. */
const CONTAINED = { '@hyzyla/pdfium': 'resources/licenses/pdfium.txt' };
const OUT = path.join(outDir, 'THIRD-PARTY-NOTICES.txt');

const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const shipped = Object.entries(lock.packages)
  .filter(([location, { dev, devOptional }]) => location !== '' && !dev && !devOptional)
  .map(([location, entry]) => ({ location, optional: Boolean(entry.optional), ...readPackage(location) }))
  // Binary packages for other systems, and the Node that only development uses.
  .filter(
    ({ manifest, optional, location }) =>
      (manifest !== undefined || !optional) && !/^node_modules\/node-(?:bin-)?(?:darwin|linux|win)/u.test(location),
  );

const problems = [];
const notices = [];
for (const { location, manifest, text } of shipped) {
  const name = location.replace(/^.*node_modules\//u, '');
  const license = manifest?.license ?? manifest?.licenses?.map(({ type }) => type).join(' OR ');
  if (!isAllowed(license)) problems.push(`${name}: ${license ?? 'no licence named'}`);
  const contained = CONTAINED[name] && readFileSync(path.join(root, CONTAINED[name]), 'utf8').trim();
  const texts = [text ?? 'Its package contains no licence text.', ...(contained ? [contained] : [])];
  notices.push(`${name} ${manifest?.version ?? ''} (${license})\n${'-'.repeat(72)}\n${texts.join('\n\n')}\n`);
}
if (problems.length > 0) {
  process.stderr.write(`These packages can't be shipped under their licence:\n${problems.map((line) => `  ${line}\n`).join('')}`);
  process.exit(1);
}
mkdirSync(path.dirname(OUT), { recursive: true });
writeFileSync(OUT, notices.join('\n'));
process.stdout.write(`${shipped.length} packages, all under an allowed licence. Notices: ${path.relative(root, OUT)}\n`);

function readPackage(location) {
  const dir = path.join(root, location);
  if (!existsSync(path.join(dir, 'package.json'))) return { manifest: undefined, text: undefined };
  const manifest = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'));
  const file = readdirSync(dir).find((one) => /^(?:licen[cs]e|copying)(?:[.-]|$)/iu.test(one));
  return { manifest, text: file && readFileSync(path.join(dir, file), 'utf8').trim() };
}

/** SPDX expressions as packages use them: one licence, or several of which one can be chosen. */
function isAllowed(license) {
  if (typeof license !== 'string') return false;
  const parts = license.replaceAll(/[()]/gu, '').split(' OR ');
  return parts.some((part) => part.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}
