/** What is offered of a form that was left: whose words are the newer ones, and what restoring changes. */
import { describe, expect, test } from 'vitest';
import type { ImageFile } from '#contract/image-shapes.ts';
import { image } from './upload-fixture.ts';
import { joinDrafts } from './kept-draft.rules.ts';
import { NO_VALUES, type ProjectValues, readDomain } from './project-form.rules.ts';

const NEW = { values: NO_VALUES };
/** As the server keeps them. */
const toFields = (values: ProjectValues) => ({ ...values, domain_id: readDomain(values.domain_id) });
const FIELDS = toFields(NO_VALUES);
const local = { type: 'wordpress', fields: { title: 'Here' }, savedAt: '2026-01-02T00:00:00Z' };
const storedAt = (updated_at: string) => ({
  type: 'wordpress',
  is_open: false,
  fields: { ...FIELDS, title: 'There' },
  script: 'a,b' as string | null,
  script_url: null as string | null,
  script_name: null,
  seed: null as { name: string; size: number; url: string } | null,
  files: [] as ImageFile[],
  revision: null as number | null,
  updated_at,
  unreadable: null as string | null,
});
const EARLIER = '2026-01-01T00:00:00Z';
const LATER = '2026-01-03T00:00:00Z';

describe('the draft of a new project', () => {
  test('has the newer words, and the data of the server', () => {
    const older = joinDrafts(storedAt(EARLIER), local, NEW);
    expect(older?.values.title).toBe('Here');
    expect(older?.stored?.script).toBe('a,b');
    expect(joinDrafts(storedAt(LATER), local, NEW)?.values.title).toBe('There');
  });

  test('without anything in it is not offered', () => {
    expect(joinDrafts(null, undefined, NEW)).toBeUndefined();
    expect(joinDrafts(null, { ...local, fields: {} }, NEW)).toBeUndefined();
    const empty = { ...storedAt(LATER), fields: FIELDS, script: '' };
    expect(joinDrafts(empty, undefined, NEW)).toBeUndefined();
  });

  test('is offered for its images alone, of any platform', () => {
    const withImages = { ...storedAt(LATER), fields: FIELDS, script: null, files: [image('deck.jpg')] };
    expect(joinDrafts(withImages, undefined, NEW)?.changes).toEqual(['images']);
  });

  test('has the fixed footer template where none was kept', () => {
    const seedOnly = { ...storedAt(LATER), fields: { ...FIELDS, footer_links: '' } };
    expect(joinDrafts(seedOnly, undefined, NEW)?.values.footer_links).toBe(NO_VALUES.footer_links);
  });
});

describe('words that the server has taken', () => {
  const taken = (isWhole: boolean) => ({ ...local, taken: { at: EARLIER, isWhole } });

  test('are not put back over newer ones from another machine, whatever its clock says', () => {
    expect(joinDrafts(storedAt('2026-01-01T00:05:00Z'), taken(true), NEW)?.values.title).toBe('There');
  });

  test('give way to what was typed after them here, also where the clock here is behind', () => {
    const typedOn = { ...taken(false), savedAt: '2025-12-31T00:00:00Z' };
    expect(joinDrafts(storedAt(EARLIER), typedOn, NEW)?.values.title).toBe('Here');
  });
});

describe('the draft of an edit', () => {
  const values = { ...NO_VALUES, title: 'Roofs', notes: 'Stored' };
  const start = { values, project: { revision: 3, manual: { text: 'town\nAustin' } } };
  const stored = {
    ...storedAt(LATER),
    fields: toFields({ ...values, title: 'Another', notes: 'Typed' }),
    script: null,
    revision: 3,
  };

  test('names what differs from the project, whose title stays', () => {
    const kept = joinDrafts(stored, undefined, start);
    expect(kept?.values).toEqual({ ...values, notes: 'Typed' });
    expect(kept?.changes).toEqual(['notes']);
    expect(kept?.isOutdated).toBe(false);
  });

  test('has the domain that was chosen, or none; a draft from before there were any says nothing of it', () => {
    const project = { ...start, values: { ...values, domain_id: '4' } };
    const choose = (domain_id: number | null | undefined) =>
      joinDrafts({ ...stored, fields: { ...toFields(values), domain_id } }, undefined, project);
    expect(choose(5)).toMatchObject({ values: { domain_id: '5' }, changes: ['domain_id'] });
    expect(choose(null)).toMatchObject({ values: { domain_id: '' }, changes: ['domain_id'] });
    expect(choose(undefined)).toBeUndefined();
  });

  test('that differs in nothing is not offered', () => {
    const same = { ...stored, fields: toFields(values), script: 'town\r\nAustin' };
    expect(joinDrafts(same, undefined, start)).toBeUndefined();
    const here = { ...local, projectId: 7, fields: { notes: 'Stored' } };
    expect(joinDrafts(null, here, start)).toBeUndefined();
  });

  test('has data of its own where that is too large for the answer', () => {
    const large = { ...stored, fields: toFields(values), script_url: '/sheet' };
    expect(joinDrafts(large, undefined, start)?.changes).toEqual(['script']);
  });

  test('keeps what the person emptied, the data too', () => {
    const emptied = { ...stored, fields: toFields({ ...values, notes: '', footer_links: '' }), script: '' };
    const kept = joinDrafts(emptied, undefined, start);
    expect(kept?.values).toEqual({ ...values, notes: '', footer_links: '' });
    expect(kept?.changes).toEqual(['notes', 'footer_links', 'script']);
  });

  test('of which only a seed page came through empties no field', () => {
    const seed = { name: 'new.xml', size: 9, url: '/f' };
    const seedOnly = { ...stored, fields: { ...FIELDS, footer_links: '' }, revision: null, seed };
    const kept = joinDrafts(seedOnly, undefined, start);
    expect(kept?.values).toEqual(values);
    expect(kept?.changes).toEqual(['file']);
    expect(kept?.isOutdated).toBe(false);
  });

  test('says that the project was saved since it was begun, wherever it was kept', () => {
    expect(joinDrafts({ ...stored, revision: 2 }, undefined, start)?.isOutdated).toBe(true);
    const here = { ...local, projectId: 7, revision: 2, fields: { notes: 'Typed' } };
    expect(joinDrafts(null, here, start)?.isOutdated).toBe(true);
    expect(joinDrafts(null, { ...here, revision: 3 }, start)?.isOutdated).toBe(false);
  });
});
