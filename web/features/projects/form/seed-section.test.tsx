import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ProjectForm } from './form-state.ts';
import {
  makeForm,
  makeSeed,
  makeTable,
  makeUse,
  openSection,
  readText,
  SEED_FILE,
} from './section-fixture.tsx';
import { SeedSection } from './seed-section.tsx';

const SECTION = 'Upload Seed Page';
const UPLOAD_FAILED = 'Error uploading file. Please try again.';

function open(given: Parameters<typeof makeForm>[0] = {}, onSwitch?: (name: string) => void) {
  const form = makeForm({ draft: { seed: SEED_FILE }, ...given });
  openSection(<SeedSection form={form} onSwitch={onSwitch} />);
  return form;
}
const read = (seed = makeSeed(), problems: NonNullable<ProjectForm['inspection']>['problems'] = []) => ({
  inspection: { seed, problems },
});
const fault = (code: string, more = {}) => ({
  code,
  severity: 'fault' as const,
  text: `${code} text`,
  ...more,
});

describe('the seed page', () => {
  test('is requested, with help, until there is one', () => {
    const form = open({ draft: { seed: null } });
    expect(screen.getByRole('button', { name: /Drop the seed page here/ })).toBeTruthy();
    const picker = document.querySelector<HTMLInputElement>('input[type=file]');
    const file = new File(['<rss/>'], 'seed.xml');
    Object.defineProperty(picker, 'files', { value: [file] });
    if (picker) fireEvent.change(picker);
    expect(form.takeSeed).toHaveBeenCalledWith(file);
  });

  test('shows the facts of the file and where its placeholders are', () => {
    open(read(makeSeed({ placeholders: [makeUse('[geo_city]'), makeUse('[phone]', { state: 'waiting' })] })));
    const text = readText(SECTION);
    for (const fact of [
      'WordPress export, WXR 1.2',
      '1 page, built with Elementor',
      '3 media, 1 parent page',
      '2 placeholders in 8 places',
      'Pattern: Roof repair in [geo_city], line 42',
    ])
      expect(text).toContain(fact);
    expect(screen.getByRole('list', { name: 'Placeholders' }).textContent).toBe('[geo_city][phone]');
  });

  test('leaves the placeholders to Match columns once there is a sheet', () => {
    open({ inspection: { seed: makeSeed(), table: makeTable(), problems: [] } });
    expect(screen.queryByRole('list', { name: 'Placeholders' })).toBeNull();
  });

  test('lists brackets that stay', () => {
    open(read(makeSeed({ untouched: [{ text: '[gallery ids="1"]', count: 2, line: 33 }] })));
    expect(readText(SECTION)).toContain('leave alone: [gallery ids="1"] (2 times, first on line 33)');
  });

  test('Remove removes it', () => {
    const form = open(read());
    fireEvent.click(screen.getByRole('button', { name: 'Remove the seed page' }));
    expect(form.dropSeed).toHaveBeenCalled();
  });

  test('of another platform switches a new project, and names the platform for an old one', () => {
    const onSwitch = vi.fn<(name: string) => void>();
    open({ otherPlatform: 'drupal' }, onSwitch);
    fireEvent.click(screen.getByRole('button', { name: 'Switch to Drupal' }));
    expect(onSwitch).toHaveBeenCalledWith('Drupal');
  });

  test('of another platform needs a new project where the type is fixed', () => {
    open({ otherPlatform: 'drupal' });
    expect(readText(SECTION)).toContain('This is a Drupal file.Create a Drupal project for it.');
  });

  test('of a whole export is chosen from its pages', () => {
    const choices = [40, 41].map((id) => ({
      page: String(id),
      id,
      title: `Page ${id}`,
      type: 'page',
      slug: '',
      status: 'draft',
    }));
    const form = open(read(makeSeed({ choices }), [fault('seed-two-patterns', { line: 3 })]));
    fireEvent.change(screen.getByRole('combobox', { name: 'Seed page' }), { target: { value: '41' } });
    expect(form.setField).toHaveBeenCalledWith('seed_page', '41');
    expect(screen.getByText('This export has 2 pages with placeholders.')).toBeTruthy();
    expect(screen.queryByText('seed-two-patterns text')).toBeNull();
  });
});

describe('a fault of the seed', () => {
  test('offers the fix of each place', async () => {
    const fixes = [5, 9].map((line) => ({
      code: 'title-link',
      line,
      column: 2,
      label: `Strip the link ${line}`,
      done: '',
    }));
    const form = open(read(makeSeed({ fixes }), [fault('title-link', { line: 9, column: 2 })]));
    fireEvent.click(screen.getByRole('button', { name: 'Strip the link 9' }));
    expect(form.fix).toHaveBeenCalledWith({ kind: 'seed', code: 'title-link', line: 9, column: 2 });
    expect(screen.queryByRole('button', { name: 'Strip the link 5' })).toBeNull();
  });

  test('a fix that does not help shows an alternative', async () => {
    const form = open(read(makeSeed(), [fault('other-spelling'), fault('other-spelling')]));
    vi.mocked(form.fix).mockResolvedValue(false);
    fireEvent.click(screen.getByRole('button', { name: 'Convert all' }));
    await waitFor(() => expect(screen.getByText('This can’t be fixed here.')).toBeTruthy());
    expect(form.fix).toHaveBeenCalledWith({ kind: 'convert' });
  });

  test('changes made here are listed, with the changed file', () => {
    open({ draft: { seed: { ...SEED_FILE, changes: ['noindex removed'] } }, ...read() });
    expect(readText(SECTION)).toContain('Fixed here: noindex removed. Your own file is unchanged.');
    expect(screen.getByRole('link', { name: 'Download seed.xml' }).getAttribute('href')).toBe(SEED_FILE.url);
  });

  test('names left as shortcodes can be used again', () => {
    const form = open({ ...read(), values: { keep: 'owner,zip' } });
    fireEvent.click(screen.getByRole('button', { name: 'Use [owner] as a placeholder again' }));
    expect(form.setField).toHaveBeenCalledWith('keep', 'zip');
  });

  test('a file that can’t be read shows the place of its first fault', () => {
    open({
      inspection: { problems: [fault('truncated-xml', { file: 'seed.xml', line: 12 })] },
      broken: { line: 12, column: 3, mark: '<title', excerpt: [{ line: 12, text: '  <title' }] },
    });
    const text = readText(SECTION);
    expect(text).toContain('This seed page can’t be used yet.');
    expect(text).toContain('12<title');
    expect(text).toContain('truncated-xml text');
    expect(text).not.toContain(UPLOAD_FAILED);
  });
});

describe('the upload', () => {
  test('that failed shows the fixed message', () => {
    open({ draft: { seed: null }, seed: { state: 'failed' } });
    expect(screen.getByRole('alert').textContent).toBe(UPLOAD_FAILED);
  });

  test('of a file that arrived and was refused shows its problems', () => {
    open({
      draft: { seed: null },
      seed: { state: 'failed', error: UPLOAD_FAILED, problems: [fault('truncated-xml')] },
    });
    expect(readText(SECTION)).toContain('This seed page can’t be used yet.');
    expect(readText(SECTION)).toContain('truncated-xml text');
    expect(readText(SECTION)).not.toContain(UPLOAD_FAILED);
  });

  test('of a wrong kind of file names the right kind', () => {
    open({ draft: { seed: null }, seed: { state: 'failed', error: 'Only XML files are allowed' } });
    expect(screen.getByRole('alert').textContent).toBe('Only XML files are allowed');
  });
});
