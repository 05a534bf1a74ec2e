import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookAlikes } from '../../../../renderer/ui/display/look-alikes.ts';
import { hasHidden, visibleRuns } from '../../../../renderer/ui/display/visible-text.tsx';

function drawn(text: string): string {
  return visibleRuns(text)
    .map((run) => (run.type === 'text' ? run.text : `‹${run.label}›`))
    .join('');
}

describe('letters that look like others', () => {
  it.each([
    ['one Cyrillic letter in a name', 'src/cаrt.js', 'src/c‹а›rt.js'],
    ['two Cyrillic letters', 'cat /etc/раsswd', 'cat /etc/‹ра›sswd'],
    ['in a subcommand', 'git рush origin', 'git ‹р›ush origin'],
    ['a capital', 'cat Мakefile', 'cat ‹М›akefile'],
    ['a Greek letter', 'gοogle.com', 'g‹ο›ogle.com'],
    ['an Armenian letter', 'gօօgle.com', 'g‹օօ›gle.com'],
    ['a Cherokee letter', 'Ꭺdmin', '‹Ꭺ›dmin'],
    ['a digit of another script', 'go౦gle', 'go‹౦›gle'],
    ['full-width letters', 'ｃurl x', '‹ｃ›url x'],
    ['mathematical letters', '𝐜𝐮𝐫𝐥 x', '‹𝐜𝐮𝐫𝐥› x'],
    ['letter-like symbols', 'nodℯ', 'nod‹ℯ›'],
    ['a ligature', 'ﬁle', '‹ﬁ›le'],
    ['a phonetic letter', 'pɑss', 'p‹ɑ›ss'],
    ['a small capital', 'ᴄurl', '‹ᴄ›url'],
    ['a name that looks wholly Latin', 'node src/сору.js', 'node src/‹сору›.js'],
    ['a letter that is a name', 'src/с/x.js', 'src/‹с›/x.js'],
    ['a command that looks wholly Latin', 'сору a b', '‹сору› a b'],
    ['even alone', 'сору', '‹сору›'],
    ['even with a comment of its script', 'git сору # привет', 'git ‹сору› # привет'],
    ['a Greek name that looks wholly Latin', 'cat ΝΟΤΕ', 'cat ‹ΝΟΤΕ›'],
    ['one Latin letter in a Cyrillic word', 'echo кaртинка', 'echo к‹a›ртинка'],
    ['two scripts without Latin', 'сοюз', 'с‹ο›юз'],
    ['in a headline address', 'https://раypal.com/x', 'https://‹ра›ypal.com/x'],
  ])('%s', (_what, text, expected) => expect(drawn(text)).toBe(expected));

  it.each([
    ['Russian in a string', 'echo "Привет, мир"'],
    ['short words of a Russian sentence', 'git commit -m "Запусти npm с опцией, а не без"'],
    ['a Russian word of such letters among others', 'echo "ТЕСТ пройден"'],
    ['a Russian file name', 'cat отчёт.txt docs/привет.md test_тест.js'],
    ['a Greek sentence', 'echo "Ο κόσμος να είναι"'],
    ['Japanese with Latin', 'echo npmをインストールするテスト'],
    ['Korean with Latin', 'cat README파일.md'],
    ['Chinese with Latin', '运行npm测试'],
    ['Bopomofo', 'ㄅㄆㄇabc'],
    ['Thai with Latin', 'ใช้npmติดตั้ง'],
    ['Hebrew and Arabic', 'echo שלום مرحبا'],
    ['accents', 'größe naïve façade Łódź sınıf São'],
    ['accents as marks of their own', 'cafe\u0301'],
    ['Greek letters as signs', 'Δt σ2 μs πr λx'],
    ['raised and other signs', 'm² nº 1ª ½ ™ … ① µs x₁'],
    ['emoji', '👩\u200d💻 ✔\ufe0f done'],
  ])('leaves %s', (_what, text) => expect(drawn(text)).toBe(text));

  it('names the script and what the letters look like', () => {
    expect(lookAlikes('сору.js')).toEqual([{ at: 0, text: 'сору', kind: 'Cyrillic', looks: 'copy' }]);
    expect(visibleRuns('сart')[0]).toEqual({ type: 'letters', at: 0, label: 'с', name: 'Cyrillic с, looks like c' });
    expect(visibleRuns('ｃurl')[0]).toMatchObject({ name: 'Styled ｃ, looks like c' });
  });

  it('count as something to see in the text', () => expect(hasHidden('git рush')).toBe(true));

  it('are marked beside hidden characters', () => expect(drawn('р\u200bush \u202eсat')).toBe('‹р›‹ZWSP›ush ‹U+202E›‹с›at'));

  it('never are ASCII alone', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), (text) => lookAlikes(text).length === 0));
  });

  it('keep the text', () => {
    const unit = fc.constantFrom(...'acpсрοｃ𝐜ﬁж漢字 ./-"\n\u200b\u0301');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const found = lookAlikes(text);
        expect(found.every((one) => text.slice(one.at, one.at + one.text.length) === one.text)).toBe(true);
        expect(
          visibleRuns(text.replaceAll('\u200b', ''))
            .map((run) => (run.type === 'text' ? run.text : run.label))
            .join(''),
        ).toBe(text.replaceAll('\u200b', ''));
      }),
    );
  });
});
