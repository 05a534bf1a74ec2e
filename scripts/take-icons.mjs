// Draws the app's icons from their vector sources, in the sizes and formats that each system expects. Run by scripts/icons.mjs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium } from './lib/chromium.mjs';
import { root } from './lib/paths.mjs';

const OUT = path.join(root, 'resources/package');
/** Below 32 pixels the gate's bars would blur, so a simpler drawing is used. */
const SMALL = readFileSync(path.join(root, 'renderer/icon.svg'), 'utf8');
const LARGE = readFileSync(path.join(OUT, 'icon.svg'), 'utf8');

/** One colour, for the menu bar of macOS, which recolours it; and in colour for the others. At 1 and 2 times their size. */
const TRAY = readFileSync(path.join(OUT, 'tray.svg'), 'utf8');
const TRAY_OUT = path.join(root, 'resources/tray');
const TRAY_SIZE = 18;

/** The number of waiting requests, over the icon in the taskbar of Windows. */
const WAITING_OUT = path.join(root, 'resources/waiting');
const WAITING_SIZE = 16;
const WAITING = Array.from({ length: 9 }, (_, index) => [String(index + 1), String(index + 1)]);

const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Apple's types, by pixels. Icons fill 824 of 1024 pixels of their picture there. */
const ICNS_TYPES = { icp4: 16, icp5: 32, ic11: 32, icp6: 64, ic12: 64, ic07: 128, ic08: 256, ic13: 256, ic09: 512, ic14: 512, ic10: 1024 };
const MAC_SCALE = 824 / 1024;

const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
const page = await browser.newPage();

async function draw(size, scale = 1, source = size < 32 ? SMALL : LARGE) {
  const svg = Buffer.from(source).toString('base64');
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh"><img width="${size * scale}" height="${size * scale}" src="data:image/svg+xml;base64,${svg}">`,
  );
  return page.screenshot({ omitBackground: true });
}

/** Dark figures on the window's amber, which stand out on a dark and a light taskbar. */
function waiting(label) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
    <circle cx="8" cy="8" r="7.5" fill="#f0b03f" stroke="#1b1e22" />
    <text x="8" y="${label.length > 1 ? 11 : 12}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${label.length > 1 ? 8.5 : 11}" fill="#1b1e22">${label}</text>
  </svg>`;
}

/** A Windows icon of PNG pictures. */
function ico(pictures) {
  const head = Buffer.alloc(6 + pictures.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, png }, index) => {
    const at = 6 + index * 16;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** A macOS icon of PNG pictures. */
function icns(pictures) {
  const chunk = (type, body) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + body.length, 4);
    return Buffer.concat([head, body]);
  };
  return chunk('icns', Buffer.concat(pictures.map(({ type, png }) => chunk(type, png))));
}

async function all(sizes, scale) {
  const pictures = [];
  for (const size of sizes) pictures.push({ size, png: await draw(size, scale) });
  return pictures;
}

mkdirSync(path.join(OUT, 'icons'), { recursive: true });
for (const { size, png } of await all(LINUX_SIZES)) writeFileSync(path.join(OUT, `icons/${size}x${size}.png`), png);
writeFileSync(path.join(OUT, 'icon.ico'), ico(await all(ICO_SIZES)));
const mac = new Map((await all([...new Set(Object.values(ICNS_TYPES))], MAC_SCALE)).map(({ size, png }) => [size, png]));
writeFileSync(path.join(OUT, 'icon.icns'), icns(Object.entries(ICNS_TYPES).map(([type, size]) => ({ type, png: mac.get(size) }))));
mkdirSync(TRAY_OUT, { recursive: true });
for (const [suffix, factor] of Object.entries({ '': 1, '@2x': 2 })) {
  writeFileSync(path.join(TRAY_OUT, `trayTemplate${suffix}.png`), await draw(TRAY_SIZE * factor, 1, TRAY));
  writeFileSync(path.join(TRAY_OUT, `tray${suffix}.png`), await draw(TRAY_SIZE * factor, 1, SMALL));
}
mkdirSync(WAITING_OUT, { recursive: true });
for (const [name, label] of [...WAITING, ['more', '9+']]) {
  const source = waiting(label);
  for (const [suffix, factor] of Object.entries({ '': 1, '@2x': 2 })) {
    writeFileSync(path.join(WAITING_OUT, `${name}${suffix}.png`), await draw(WAITING_SIZE * factor, 1, source));
  }
}
await browser.close();
