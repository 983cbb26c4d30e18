/**
 * What the specification fixes beside routes, calls and texts: values, keys, states, roles and delays. Each
 * names a sentence, or a part of one, that a test of it is called by.
 */
export interface Fact {
  /** Of the specification. */
  point: number;
  what: string;
  /** Stands in the name of the test that proves it. */
  test: string;
}

export const FACTS: readonly Fact[] = [
  { point: 2, what: 'The header is 77 px high, the sidebar 339 px wide', test: 'header of 77 px' },
  { point: 2, what: 'The breadcrumb begins with Dashboard and ends in plain text', test: 'breadcrumb' },
  { point: 2, what: 'The dialog of feedback closes after 2000 ms', test: 'closes after 2000 ms' },
  { point: 2, what: 'Five clicks on the corner screw end the maintenance screen', test: 'five clicks' },
  { point: 2, what: 'The search list leaves out Agencies and All Users for users', test: 'search list' },
  { point: 2, what: 'Changing the type clears images and seed', test: 'type clears' },
  { point: 2, what: 'The type is read from selectedProjectType', test: 'selectedProjectType' },
  { point: 3, what: 'The seeded notifications are three', test: 'three welcome notes' },
  { point: 3, what: 'Local storage holds the keys that are specified, and no others', test: 'storage' },
  { point: 3, what: 'Images is shown as Geocoder', test: 'Images as Geocoder' },
  { point: 3, what: 'A project is fetched as an array of one', test: 'array of one' },
  { point: 4, what: 'A 401 clears the session and leads to /login', test: 'ended on the server' },
  { point: 4, what: 'User data goes from idle over loading to succeeded or failed', test: 'idle, loading' },
  { point: 4, what: 'List slices: pending, fulfilled, rejected', test: 'pending' },
  { point: 4, what: 'Logout cancels the project first', test: 'by logging out' },
  { point: 4, what: 'A saved project opens after four seconds', test: 'opens it after four seconds' },
  { point: 4, what: 'The answer about splitting is sent as 2 or 0', test: 'of large output asks' },
  { point: 4, what: 'A test opens the project after two seconds', test: 'after two seconds' },
  { point: 4, what: 'Deleting shows the message of the server', test: 'with the server’s message' },
  { point: 4, what: 'Leaving makes the call that cancels the project', test: 'cancel-project' },
  {
    point: 4,
    what: 'An agency is created active or not active; editing offers deleted',
    test: 'status of an agency',
  },
  { point: 5, what: 'Domain names', test: 'is refused' },
  { point: 5, what: 'The edit form of a domain validates nothing', test: 'edit form checks nothing' },
  { point: 5, what: 'Images above 5,242,880 bytes are dropped silently', test: 'dropped silently' },
  { point: 5, what: 'A tutorial description needs 8 characters', test: '8 characters' },
  { point: 5, what: 'The Main Admin is searched for from 2 characters', test: 'from two characters' },
  { point: 6, what: 'Every endpoint is tried with every role', test: 'every endpoint' },
  { point: 6, what: 'Only a superadmin signs in as another user', test: 'as another user' },
  { point: 9, what: 'XML above 10 MB asks whether to split', test: 'larger than 10' },
  {
    point: 9,
    what: 'A domain’s form leads to the list after 2000 ms',
    test: 'to the domains after two seconds',
  },
  {
    point: 9,
    what: 'A new agency leads to the list after 2000 ms',
    test: 'to the agencies after two seconds',
  },
  {
    point: 9,
    what: 'A new password leads to the sign-in after 2000 ms',
    test: 'to the sign-in after two seconds',
  },
  {
    point: 9,
    what: 'A new tutorial leads to the list after 4000 ms',
    test: 'to the tutorials after four seconds',
  },
  { point: 9, what: 'The carousel turns every 5000 ms and pauses', test: 'turns the slides' },
  { point: 9, what: 'A chunk that does not come is given up after 120000 ms', test: '120000 ms' },
  { point: 9, what: 'The loader is 80 by 80 in #FE6432', test: '80 by 80' },
  { point: 9, what: 'The gallery keeps its numbers', test: 'slideshow' },
  { point: 9, what: 'Selects: page size 5, heights 300 and 140', test: 'max menu height' },
];
