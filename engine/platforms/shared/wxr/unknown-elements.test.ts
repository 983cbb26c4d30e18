import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';
import { createInspection, findProblem, seedProblems } from '../seed-fixture.ts';

const ACME = 'xmlns:acme="https://acme.example/ns"';
const CITY = `O'Fallon "West" & <Co> ]]>`;

/** The file that a seed makes for one town, which must pass the audit. */
function fill(spec: SeedSpec, city = 'Waco'): string {
  const { files, layout } = build(wxrSeed(spec), [
    ['geo_city', 'geo_url'],
    [city, 'waco'],
  ]);
  expect(listFaultTexts(auditFiles(files, layout))).toEqual([]);
  return new TextDecoder().decode(files[0]?.bytes);
}

const fillExtra = (extra: string, city?: string) => fill({ extra }, city);

describe('an unknown element of a page', () => {
  it.each([
    ['with elements in it', `<acme:x ${ACME}><acme:y>In [geo_city]</acme:y><acme:z/></acme:x>`],
    ['many deep', `<acme:a ${ACME}><acme:b><acme:c><acme:d>[geo_city]</acme:d></acme:c></acme:b></acme:a>`],
    ['with text before its elements', `<acme:x ${ACME}>In [geo_city] <acme:y>now</acme:y></acme:x>`],
    ['with text between its elements', `<acme:x ${ACME}><acme:y/> [geo_city] <acme:y/></acme:x>`],
    ['with text after its elements', `<acme:x ${ACME}><acme:y/><![CDATA[[geo_city]]]></acme:x>`],
    ['with a placeholder in an attribute', `<acme:x ${ACME} of="[geo_city]">x</acme:x>`],
    ['that closes itself', `<acme:x ${ACME} of="[geo_city]"/>`],
    [
      'with attributes of inner elements',
      `<acme:x ${ACME}><acme:y of='In [Geo City]'><acme:z/></acme:y></acme:x>`,
    ],
  ])('is filled and stays: %s', (_name, extra) => {
    const filled = extra.replace(/\[geo[_ ]city\]/i, 'Waco');
    expect(fillExtra(extra)).toContain(filled);
  });

  it('keeps everything else byte for byte, with comments and white space', () => {
    const extra = `<acme:x ${ACME}  a = '1'\n>\n <!-- [geo_city] is a note --> <acme:y\tb="&#x41;"/>\n[geo_city]</acme:x >`;
    expect(fillExtra(extra)).toContain(extra.replace('\n[geo_city]', '\nWaco'));
  });

  it('is filled so that its text and its attributes read as the row has it', () => {
    const text = fillExtra(
      `<acme:x ${ACME} of="[geo_city]">[geo_city]<acme:y of='[geo_city]'/></acme:x>`,
      CITY,
    );
    const value = 'O&#39;Fallon &quot;West&quot; &amp; &lt;Co&gt; ]]&gt;';
    expect(text).toContain(
      `<acme:x ${ACME} of="${value}">O'Fallon "West" &amp; &lt;Co&gt; ]]&gt;<acme:y of='${value}'/></acme:x>`,
    );
  });

  it('makes its page the pattern, wherever in it the only placeholder is', () => {
    const places = [
      `<acme:x ${ACME}>[geo_city]<acme:y/></acme:x>`,
      `<acme:x ${ACME} of="[geo_city]"><acme:y/></acme:x>`,
      `<acme:x ${ACME}><acme:y of="[geo_city]"/></acme:x>`,
    ];
    for (const extra of places) {
      expect(seedProblems(wxrSeed({ title: 'Plumber', extra }))).not.toContainEqual(
        expect.objectContaining({ code: 'no-placeholder' }),
      );
    }
  });

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
    'can be named like a member of every object: <%s>',
    (name) => {
      expect(fillExtra(`<${name} of="[geo_city]">In [geo_city]</${name}>`)).toContain(
        `<${name} of="Waco">In Waco</${name}>`,
      );
    },
  );

  it('has its misspelled placeholders reported with their place', () => {
    const extra = `<acme:x ${ACME} of="[geo_ctiy]"><acme:y/></acme:x>`;
    expect(findProblem(seedProblems(wxrSeed({ extra })), 'placeholder-unknown')).toMatchObject({
      severity: 'fault',
      field: 'acme:x',
    });
  });

  it('is listed by inspect with each of its places', () => {
    const extra = `<acme:x ${ACME} of="[geo_city]">[geo_city]<acme:y/>[geo_city]</acme:x>`;
    const places = createInspection({ title: 'x', extra })
      .seed?.placeholders.flatMap((placeholder) => placeholder.places)
      .filter(({ leaf }) => leaf === 'acme:x')
      .map(({ context }) => context);
    expect(places).toEqual(['XML attribute', 'XML text', 'XML text']);
  });
});

describe('attributes of known elements', () => {
  it('are filled: of a leaf, of a meta and of the item itself', () => {
    expect(fillExtra('<wp:note type="[geo_city]">x</wp:note>')).toContain('<wp:note type="Waco">');
    const meta =
      '<wp:postmeta of="[geo_city]"><wp:meta_key lang="[geo_city]">k</wp:meta_key><wp:meta_value>v</wp:meta_value></wp:postmeta>';
    expect(fillExtra(meta)).toContain(meta.replaceAll('[geo_city]', 'Waco'));
  });

  it('are dropped with their element', () => {
    const meta =
      '<wp:postmeta of="[geo_city]"><wp:meta_key>_edit_lock</wp:meta_key><wp:meta_value>v</wp:meta_value></wp:postmeta>';
    expect(fillExtra(meta)).not.toContain('_edit_lock');
  });

  it('of identity fields stay with the new text', () => {
    expect(fill({ guid: null, extra: '<guid isPermaLink="false" of="[geo_city]">x</guid>' })).toMatch(
      /<guid isPermaLink="false" of="Waco">https:/,
    );
  });
});

describe('a record that is included once', () => {
  it('has the placeholders cleared next to elements and in their attributes', () => {
    const extra = `<acme:x ${ACME} of="[geo_city]">in [geo_city]<acme:y of='b[geo_city]'/>[geo_city]!</acme:x>`;
    const picture = { id: 7, type: 'attachment', slug: 'roof', title: 'Roof', extra };
    const text = fill({ metas: [['_thumbnail_id', '7']], behind: [picture] });
    expect(text).toContain(`<acme:x ${ACME} of="">in <acme:y of='b'/>!</acme:x>`);
  });
});
