/**
 * Creates sample data in an empty installation, through the API and Google's consent page: three agencies with
 * members, pending invitations, domains of each type, projects of all types with real runs, scans, search figures
 * of 16 months, and tutorials. The first agency also has the sites of `sample-heater-sites.ts`.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { HEATER_SITES, HEATER_SHEET, EXAMPLES, type HeaterSite } from './sample-heater-sites.ts';

interface Installation {
  /** URL of the server. */
  server: string;
  /** Email of the first account, which is a superadmin. */
  email: string;
  password: string;
}

/** Only the first agency has members, because an IP address may register five accounts an hour. */
const AGENCIES = [
  {
    name: 'Bright Pages',
    first: 'Grace',
    last: 'Hopper',
    sites: ['lonestar', 'blue-pipe', 'roof-right', 'greenlawn'],
    heaterSites: HEATER_SITES,
    members: ['Katherine Johnson', 'Annie Easley'],
    invited: 'dorothy.vaughan',
  },
  {
    name: 'North Star Media',
    first: 'Alan',
    last: 'Turing',
    sites: ['warmhome', 'keyhole', 'oak-dental', 'pawcare'],
    heaterSites: [],
    members: [],
    invited: 'gordon.welchman',
  },
  {
    name: 'Local First',
    first: 'Mary',
    last: 'Jackson',
    sites: ['fastlock', 'sunroof', 'clearview', 'drywell'],
    heaterSites: [],
    members: [],
    invited: 'evelyn.granville',
  },
] as const;
const PROJECTS = [
  {
    type: 'WordPress',
    domainType: 'WordPress',
    seed: 'plumber.xml',
    site: 'https://www.example.com',
    mime: 'text/xml',
  },
  {
    type: 'Hubspot',
    domainType: 'Hubspot',
    seed: 'hubspot-post.xml',
    site: 'https://blog.lonestar.example',
    mime: 'text/xml',
  },
  {
    type: 'Drupal',
    domainType: 'Drupal',
    seed: 'drupal-node.xml',
    site: 'https://www.example.com',
    mime: 'text/xml',
  },
  // Domains have no type for Wix.
  {
    type: 'Wix',
    domainType: 'WordPress',
    seed: 'wix-items.csv',
    site: 'https://www.example.com',
    mime: 'text/csv',
  },
] as const;
/**
 * The last two rows are skipped on every platform: one has the slug of another row, and one has none; for WordPress,
 * its slug would come from a town that another row has.
 */
const SHEET = `geo_city,geo_url,state_code,county,phone,local_intro,lat,lng
Austin,in-austin-tx,TX,travis,(512) 555-0142,"Hard water wears out valves here, so we carry spares.",30.2672,-97.7431
Round Rock,in-round-rock-tx,TX,williamson,(512) 555-0119,Old town or new subdivision: we know the pipes of both.,30.5083,-97.6789
Waco,in-waco-tx,TX,mclennan,(254) 555-0177,We come on the same day.,31.5493,-97.1467
Dallas,in-dallas-tx,TX,dallas,(214) 555-0163,Downtown within the hour.,32.7767,-96.7970
Houston,in-houston-tx,TX,harris,(713) 555-0108,Wells and pumps are half of our work here.,29.7604,-95.3698
San Antonio,in-san-antonio-tx,TX,bexar,(210) 555-0131,From the river walk to the missions.,29.4241,-98.4936
Lubbock,in-lubbock-tx,TX,lubbock,(806) 555-0125,Dust in the filters is our daily bread.,33.5779,-101.8552
Austin,in-austin-tx,TX,travis,(512) 555-0143,A second row of the same town.,30.2672,-97.7431
Waco,,TX,mclennan,(254) 555-0178,A row without a slug.,31.5493,-97.1467
`;
const TUTORIALS = [
  [
    'Build your first project',
    'From an exported page and a sheet to files that import.',
    'easy',
    'first-project',
  ],
  [
    'Prepare your sheet',
    'Columns, URLs and coordinates: what a sheet of towns needs.',
    'easy',
    'prepare-a-sheet',
  ],
  [
    'Read your search figures',
    'Which pages earn impressions, and what to change on the others.',
    'medium',
    'read-search-figures',
  ],
] as const;

/** @returns the emails of the agencies' main admins; none if agencies existed before */
export async function fillSampleData({ server, email, password }: Installation): Promise<string[]> {
  const anonymous = createClient(server);
  const { access_token: token } = await anonymous.post<Session>('auth/login', { email, password });
  const admin = createClient(server, token);
  if ((await admin.get<unknown[]>('agencies')).length > 0) return [];
  for (const [title, description, difficulty_level, slug] of TUTORIALS)
    await admin.post('tutorials', {
      title,
      description,
      difficulty_level,
      // An illustrated guide of the product.
      link: `${server}/resources/${slug}`,
    });
  const emails: string[] = [];
  for (const agency of AGENCIES)
    emails.push(await fillAgency({ anonymous, admin, server, password }, agency));
  return emails;
}

type Client = ReturnType<typeof createClient>;

interface Session {
  access_token: string;
}

interface SampleContext {
  anonymous: Client;
  admin: Client;
  server: string;
  password: string;
}

async function fillAgency(
  context: SampleContext,
  { name, first, last, sites, heaterSites, members, invited }: (typeof AGENCIES)[number],
): Promise<string> {
  const { admin, server } = context;
  const host = `${name.toLowerCase().replaceAll(' ', '-')}.example`;
  const { id, email, token } = await register(context, { first, last, host });
  const { id: agencyId } = await admin.post<{ id: number }>('agencies', {
    name,
    main_admin_id: id,
    status: 'active',
  });
  // Turns off billing for the sample accounts.
  await admin.post('users/switcher-charge', { user_id: id, value: false });
  const owner = createClient(server, token);
  for (const member of members) {
    const [memberFirst = '', memberLast = ''] = member.split(' ');
    const { id: memberId } = await register(context, { first: memberFirst, last: memberLast, host });
    await admin.post('users/agency-change', {
      user_id: memberId,
      agency_id: agencyId,
      reason: 'Sample data',
    });
  }
  await owner.post('my-agency/invite', { email: `${invited}@${host}` });
  const domains: { id: number; name: string }[] = [];
  for (const [index, site] of sites.entries()) {
    const { domainType: project_type } = PROJECTS[index] ?? PROJECTS[0];
    domains.push(await owner.post('domains', { name: `${site}.example`, project_type }));
  }
  await owner.post('domains', { name: `${sites[0]}-photos.example`, project_type: 'Images' });
  const heaterDomains: { id: number }[] = [];
  for (const { domain: site } of heaterSites)
    heaterDomains.push(await owner.post('domains', { name: site, project_type: 'WordPress' }));
  await connectGoogle(owner);
  for (const [index, domain] of domains.entries()) await savePlumber(owner, domain, PROJECTS[index]);
  await saveImages(owner);
  for (const [index, heaterSite] of heaterSites.entries())
    await saveHeaterSite(owner, heaterDomains[index]?.id ?? 0, heaterSite);
  return email;
}

interface NewUser {
  first: string;
  last: string;
  /** Domain of the email address. */
  host: string;
}

async function register({ anonymous, admin, password }: SampleContext, { first, last, host }: NewUser) {
  const email = `${first.toLowerCase()}@${host}`;
  const { access_token: token } = await anonymous.post<Session>('auth/register', {
    first_name: first,
    last_name: last,
    email,
    password,
    password_confirmation: password,
  });
  const [user] = await admin.get<{ id: number }[]>(`users?search=${encodeURIComponent(email)}`);
  if (user === undefined) throw new Error(`Failed to create sample data: ${email} isn't among the users`);
  return { id: user.id, email, token };
}

/** Connects Google as a user does in a browser. */
async function connectGoogle(owner: Client): Promise<void> {
  const { url } = await owner.get<{ url: string }>('integrations/google/connect');
  const all = AGENCIES.flatMap(({ sites, heaterSites }) => [
    ...sites.map((site) => `${site}.example`),
    ...heaterSites.map(({ domain }) => domain),
  ]).map((site) => `sc-domain:${site}`);
  const body = new URLSearchParams({ choice: 'allow', search: 'on', sites: all.join('\n') });
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const { searchParams } = new URL(reply.headers.get('location') ?? '');
  await owner.post('integrations/google', {
    code: searchParams.get('code'),
    state: searchParams.get('state'),
  });
}

async function savePlumber(
  owner: Client,
  domain: { id: number; name: string },
  project: (typeof PROJECTS)[number] | undefined,
): Promise<void> {
  if (project === undefined) return;
  const { type, seed, site, mime } = project;
  const projectId = await saveProject(owner, {
    title: `Plumber in Texas (${type === 'Hubspot' ? 'HubSpot' : type})`,
    notes: 'Sample data.',
    type,
    sheet: SHEET,
    domain,
    seed: { name: seed, site, mime },
  });
  if (type === 'WordPress') await scanPages(owner, projectId);
}

async function saveHeaterSite(owner: Client, domainId: number, heaterSite: HeaterSite): Promise<void> {
  const { domain, title, notes, seed } = heaterSite;
  await saveProject(owner, {
    title,
    notes,
    type: 'WordPress',
    sheet: await readFile(new URL(HEATER_SHEET, EXAMPLES), 'utf8'),
    domain: { id: domainId, name: domain },
    seed: { name: seed, site: 'https://www.example.com', mime: 'text/xml' },
  });
}

interface NewProject {
  title: string;
  notes: string;
  type: string;
  sheet: string;
  domain: { id: number; name: string };
  /** An example file, and the site in it, which the domain replaces. */
  seed: { name: string; site: string; mime: string };
}

/** @returns the id of the project */
async function saveProject(owner: Client, project: NewProject): Promise<number> {
  const { title, notes, type, sheet, domain, seed } = project;
  const text = await readFile(new URL(seed.name, EXAMPLES), 'utf8');
  const form = new FormData();
  const fields = {
    title,
    notes,
    type,
    script: sheet,
    domain_id: String(domain.id),
    footer_links: '<a href="[geo_url]">[geo_city]</a><br>',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const seedText = text.replaceAll(seed.site, `https://${domain.name}`);
  form.set('file', new Blob([seedText], { type: seed.mime }), seed.name);
  const { project_id: projectId } = await owner.post<{ project_id: number }>('save-xml', form);
  return projectId;
}

const POLL_MS = 200;

/** Scans the pages of a project once its run has completed. */
async function scanPages(owner: Client, projectId: number): Promise<void> {
  const find = async () => {
    const [project] = await owner.get<{ report: { state: string } | null }[]>(`projects/${projectId}`);
    return project?.report?.state ?? '';
  };
  while (!(await find()).startsWith('completed')) await sleep(POLL_MS);
  await owner.post('scans', { project_id: projectId });
}

/** Colors of sky and roof. */
const PHOTOS = [
  ['morning.jpg', '#F2BB3B', '#0C7686'],
  ['noon.jpg', '#88CFD8', '#C93F0B'],
  ['evening.jpg', '#794FB0', '#0D1C20'],
] as const;

/** Saves a Geocoder project: copies of a few images for each town of the sheet. */
async function saveImages(owner: Client): Promise<void> {
  for (const [name, sky, roof] of PHOTOS) {
    const draw = (color: string, [left, top, width, height]: readonly number[]) => ({
      input: { create: { width: width ?? 1, height: height ?? 1, channels: 3 as const, background: color } },
      left: left ?? 0,
      top: top ?? 0,
    });
    const image = await sharp({ create: { width: 960, height: 640, channels: 3, background: sky } })
      .composite([
        draw('#5A6B70', [0, 470, 960, 170]),
        draw('#F7FAFA', [300, 330, 360, 190]),
        draw(roof, [270, 270, 420, 60]),
        draw(roof, [440, 420, 80, 100]),
      ])
      .jpeg({ quality: 80 })
      .toBuffer();
    const form = new FormData();
    form.set('type', 'Geocoder');
    form.set('file', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), name);
    await owner.post('upload', form);
  }
  const form = new FormData();
  const fields = { title: 'Houses in Texas', notes: 'Sample data.', type: 'geocoder', script: SHEET };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  await owner.post('save-xml', form);
}

/** Creates a client that throws on errors of the server. */
function createClient(server: string, token?: string) {
  const send = async <Data>(path: string, init: RequestInit): Promise<Data> => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
    };
    const reply = await fetch(`${server}/api/v1/${path}`, { ...init, headers });
    const response: { data: Data; message?: string } = await reply.json();
    if (reply.ok) return response.data;
    throw new Error(
      `Failed to create sample data: ${path} returned ${reply.status}: ${JSON.stringify(response)}`,
    );
  };
  return {
    get: <Data>(path: string) => send<Data>(path, { method: 'GET' }),
    post: <Data>(path: string, body: object) =>
      send<Data>(path, { method: 'POST', body: body instanceof FormData ? body : JSON.stringify(body) }),
  };
}
