/** Statements of the specification other than routes, calls and texts, by the test that proves them. */
import type { Proofs } from './proofs.ts';

export const FACTS: Proofs = {
  'web/features/domains/domains-page.test.tsx': {
    'links to the page of each domain and shows Images as Geocoder': {
      '3': ['Images is shown as Geocoder'],
    },
  },
  'web/app/routes.test.tsx': {
    'redirects signed-out users to /login and remembers the page': {
      '2': ['Screens behind the sign-in lead to the form without a token'],
    },
  },
  'web/app/screens.test.tsx': {
    'an admin screen opens for administrators, and shows others that access is denied': {
      '2': ['The agency list and all users open for administrators only'],
    },
    'the search list has the order of the specification, without admin screens': {
      '2': ['The search list is fixed, without Agencies and All Users for users'],
    },
  },
  'web/app/message-pages.test.tsx': {
    'shows the status and status text of a response: %i %s': {
      '2': ['An error of a route shows status and status text'],
    },
    '%s shows the message under the fixed heading': {
      '2': ['An error of a route shows the message'],
    },
  },
  'web/app/shell.test.tsx': {
    'are in a header of 77 px and a sidebar of 339 px': {
      '2': ['The header is 77 px high'],
    },
    'list the existing pages, mark the current one, and count the projects': {
      '2': ['The group Navigate has Dashboard, Projects, Tutorials, Resources'],
    },
    'have the group Administrator for the role %s': {
      '2': ['Only administrators see the group Administrator: All Users, Agencies'],
    },
    'are in a drawer on a narrow screen, which a button opens and a click on a link closes': {
      '2': ['On narrow screens a button opens the sidebar'],
    },
    'include a breadcrumb that begins with Dashboard and ends with plain text': {
      '2': ['The breadcrumb begins with Dashboard'],
    },
    'returns a superadmin who is signed in as another user to their own account': {
      '2': ['The button in the header restores the superadmin’s session'],
    },
    'logs out %s: closes the draft, ends the session, clears the storage, opens the sign-in form': {
      '4': ['Logging out cancels the project, then the session, then clears the storage'],
    },
  },
  'web/app/breadcrumb.rules.test.ts': {
    'each crumb except the last links to the path up to its segment': {
      '2': ['Every crumb but the last is a link to its part of the path'],
    },
    'segments of several words are capitalized': {
      '2': ['Each segment of the path is a capitalized crumb'],
    },
    'a project has the crumbs Dashboard > Projects > {id}, and the last one is plain text': {
      '2': ['A project reads Projects > {id}'],
    },
  },
  'web/features/account/promo-carousel.test.tsx': {
    'moves after 5000 ms': {
      '2': ['The carousel turns every 5000 ms'],
    },
    'pauses while the pointer is over it, and continues 5000 ms later': {
      '2': ['The carousel pauses on hover'],
    },
  },
  'e2e/motion.deep.e2e.ts': {
    'rotates the slides next to the sign-in form until Pause is pressed': {
      '2': ['The carousel has dots, no arrows, and goes round'],
    },
  },
  'web/ui/dialogs.test.tsx': {
    'of the kind %s has the title %s, shows the message and closes after 2000 ms': {
      '2': ['The feedback dialog is titled by its kind and closes after 2000 ms'],
    },
    'asks under "Confirm Action", with No left of Yes': {
      '2': ['The confirmation is titled Confirm Action, with Yes and No'],
    },
    'shows "Please Wait" and can’t be closed while busy': {
      '2': ['The confirmation says Please Wait while busy'],
    },
  },
  'web/features/tutorials/tutorial-forms.test.tsx': {
    'a save that fails opens “Oops!” with the fixed text, lists the reason, and closes after 2000 ms': {
      '2': ['A failed save opens the error variant'],
    },
    'a preview image that is removed before the save is deleted on the server': {
      '2': ['The preview image of a tutorial can be removed'],
    },
    'a new tutorial lists missing fields, and opens the list after four seconds': {
      '4': ['A new tutorial leads to the list after 4 s'],
    },
    'an edit shows the stored values, reports that it was saved, and stays on the page': {
      '4': ['A saved tutorial stays'],
    },
    'a description needs 8 characters, and the message says 15: %s': {
      '5': ['A tutorial description needs 8 characters; the message says 15'],
    },
  },
  'web/app/maintenance.test.tsx': {
    'shows when maintenance ends, and is hidden by five clicks on the screw in the corner': {
      '2': ['Five clicks on the screw end the maintenance screen'],
    },
    'is not shown while maintenance is off': {
      '2': ['Maintenance is off by default'],
    },
  },
  'web/app/search-box.test.tsx': {
    'finds any part of a name, ignores case, and keeps the order of the list': {
      '2': ['The search matches any part of a name in any case'],
    },
    'a choice by pointer opens the page and clears the box': {
      '2': ['Picking a result opens the page and clears the box'],
    },
  },
  'web/features/projects/list/select-project-type-page.test.tsx': {
    'shows the platforms in order, each of which can be chosen': {
      '2': ['The platforms to choose: Geocoder, WordPress, HubSpot, Drupal, Wix'],
    },
    'choosing by %s stores the type and opens the form': {
      '2': ['A chosen platform is stored as selectedProjectType and opens the form'],
    },
  },
  'web/features/domains/domain-forms.test.tsx': {
    'a domain is added once it is valid, and the form opens the list after two seconds': {
      '2': ['Add Domain is disabled until the name is valid', 'A new domain leads to /domains after 2 s'],
    },
    'the edit form doesn’t validate, shows the stored values, and opens the list after two seconds': {
      '2': [
        'Edit Domain fills in what is stored',
        'The name of a domain can be edited',
        'A saved domain leads to /domains after 2 s',
      ],
      '5': ['The edit form of a domain validates nothing'],
    },
    'an invalid name is reported on blur and on Enter; a change clears the error': {
      '5': ['The form of a new domain refuses an invalid name; a change clears the message'],
    },
  },
  'web/features/projects/form/create-project-send.test.tsx': {
    'the form of a WordPress project has the fixed sections, fields and buttons, and no others': {
      '2': ['The sections of the project form depend on the platform'],
    },
    'says "Testing..." while it is begun': {
      '2': ['Test Page reads Testing... and is disabled meanwhile'],
    },
    'that was refused shows the message, every problem with its place, and the reference': {
      '2': ['A failed save of a project opens the error variant'],
    },
    'brings what was typed, and opens the project after two seconds': {
      '4': ['A test opens the project after 2 s'],
    },
  },
  'e2e/platforms.e2e.ts': {
    '$name works from the project type to the download': {
      '2': ['Site base URL is asked for Drupal only'],
    },
  },
  'e2e/geocoder-images.deep.e2e.ts': {
    'changing the type clears images and seed': {
      '2': ['Changing the type clears images and seed'],
    },
  },
  'web/features/projects/detail/project-page.test.tsx': {
    'the page shows the verdict, then parts, links and steps': {
      '2': ['The project page shows links, files, review and images'],
    },
  },
  'web/features/projects/detail/primary-images.test.tsx': {
    'offers a slideshow for two images or more': {
      '2': ['The gallery has zoom, thumbnails and a slideshow'],
    },
  },
  'web/kit/form-page.test.tsx': {
    'disables Save while it is sent, and then restores its focus': {
      '2': ['Save is disabled while an agency is submitted'],
    },
  },
  'web/kit/submit-button.test.ts': {
    'each form is submitted by the button that is disabled meanwhile': {
      '2': ['Every other form disables its button while it is sent'],
    },
  },
  'web/features/agencies/agency-forms.test.tsx': {
    'an agency needs a name and a main admin, and its form opens the list after two seconds': {
      '2': ['A created agency leads to /agencies after 2 s'],
    },
    'a new agency is active or inactive; editing also offers deleted, and stays on the page': {
      '2': ['A saved agency stays'],
      '4': ['An agency is created active or not active; editing offers deleted'],
    },
    'an agency that fails to load shows %s': {
      '2': ['An agency that cannot be loaded reads Error: {message}'],
    },
  },
  'web/features/account/reset-password.test.tsx': {
    'a new password is shown as it is typed, and opens the sign-in form after two seconds': {
      '2': ['A new password is shown as plain text', 'A new password leads to /login after 2 s'],
    },
  },
  'web/app/session-tabs.test.tsx': {
    'uses only the keys of the specification': {
      '3': ['Local storage holds the keys that are specified, and no others'],
    },
  },
  'server/features/projects/projects.test.ts': {
    'makes a page for each row, and the project is returned as an array of one': {
      '3': ['A project is fetched as an array of one'],
    },
    'asks whether to split, and is split if the answer is 2': {
      '9': ['XML above 10 MB asks whether to split'],
    },
  },
  'server/features/account/sign-up.test.ts': {
    'creates one account with three welcome notifications for concurrent sign-ups with one address in any case':
      {
        '3': ['Three notifications are seeded'],
      },
  },
  'web/client/store.test.ts': {
    'the slice myAgency has list, meta and the caller, and the slice agency the opened one': {
      '3': ['Slices agency and myAgency (list, loading, error, meta, user)'],
    },
    'the counter has the number of unread notifications, and the trigger counts requests for the picture': {
      '3': ['Slices counter and avatarUpdateTrigger'],
    },
    'user data goes from idle to loading to succeeded, and is stored for the next start': {
      '4': ['User data: idle, loading, succeeded'],
    },
    'user data that fails to load shows %s': {
      '4': ['User data: failed with a message'],
    },
    'an update merges fields and counts as succeeded; the end of the session clears all': {
      '4': ['updateUserData merges; clearUserData empties'],
    },
    'a list slice clears its error when pending, stores rows when fulfilled, and the reply’s body when rejected':
      {
        '4': ['List slices: pending, fulfilled, rejected'],
        '8': ['A failed list stores the body of the error'],
      },
  },
  'e2e/session.e2e.ts': {
    'that ended on the server redirects to the sign-in form, and from there back to the page': {
      '4': ['A 401 clears the user data and leads to /login'],
    },
  },
  'e2e/save-project.e2e.ts': {
    'lists what is missing, then adds the project once and opens it after four seconds': {
      '4': ['A saved project opens after 4 s'],
    },
  },
  'web/features/projects/form/project-edit-page.test.tsx': {
    'holds everything that is stored; the title can be read only': {
      '2': ['The title of an edited project is read-only'],
    },
    'asks about large output; %s saves again with %s': {
      '4': ['A split file asks; the answer is sent as 2 or 0'],
    },
  },
  'e2e/edit-project.e2e.ts': {
    'is deleted after a confirmation, shows the server’s message, and opens the list': {
      '4': ['Deleting shows the server’s message and leads to the list'],
    },
  },
  'web/features/projects/form/create-project-page.test.tsx': {
    'leaves an untouched form at once, by the call cancel-project': {
      '4': ['Leaving makes the call that cancels the project'],
    },
  },
  'web/kit/image-field.test.tsx': {
    'during an upload a spinner covers the old image': {
      '4': ['An image upload shows a spinner over the image'],
    },
  },
  'web/ui/toast.test.tsx': {
    'is closed by its labeled button': {
      '4': ['Toasts can be closed'],
    },
  },
  'web/features/projects/form/images-section.test.tsx': {
    'above 5,242,880 bytes, and other files, are dropped silently: a quiet count is all': {
      '5': ['Images above 5242880 bytes are dropped silently'],
    },
    'show how far each of them is, three at once, and its picture when it is there': {
      '4': ['Images of a project show a spinner while they are uploaded'],
    },
  },
  'web/ui/format-figure.test.ts': {
    '%i bytes are formatted as %s': {
      '5': ['File sizes in KB below 1 MB, otherwise MB, two decimals'],
    },
  },
  'web/kit/async-select.test.tsx': {
    'requests the first choices at once, and searches from two characters on': {
      '5': ['The main admin is searched from 2 characters, and at first with none'],
    },
    'a failed search shows the server’s message and no choices': {
      '8': ['A failed search for the main admin is a toast and an empty list'],
    },
    '“Loading...” replaces the options of an earlier text until the reply arrives': {
      '8': ['“Loading...” in place of the options of an earlier text'],
    },
    'PageDown and PageUp move by five': {
      '9': ['Selects: pages of 5'],
    },
    'has a max menu height of 300 and a min of 140': {
      '9': ['Selects: at most 300 and at least 140 high'],
    },
  },
  'web/kit/use-form.test.tsx': {
    'a required field that is empty on blur shows an error': {
      '5': ['Faults show once a field was left'],
    },
  },
  'web/client/call-session.test.ts': {
    'a call that requires sign-in sends the token, a public one does not': {
      '6': ['Calls carry the token of the session'],
    },
    'ends the session, is logged, and is thrown to the caller': {
      '8': ['The log of a 401 says unauthorized access'],
    },
    'without a token nothing is sent, and the missing token is logged': {
      '8': ['The log says no access token where there was none'],
    },
  },
  'server/http/access.test.ts': {
    'admit exactly the roles that the contract names (F1)': {
      '6': [
        'Each route lets in exactly those whom its table names',
        'Only a superadmin signs in as another user',
      ],
    },
  },
  'web/client/lazy-with-timeout.test.ts': {
    'a part that doesn’t load within 120000 ms fails with the fixed message': {
      '9': ['A chunk that does not come is given up after 120000 ms'],
    },
  },
  'web/ui/loader.test.tsx': {
    'the loader is 80 by 80 in #FE6432': {
      '9': ['The loader is 80 by 80 in #FE6432'],
    },
  },
  'web/ui/gallery.test.tsx': {
    'advances the slideshow after 3000 ms, and not before the image has loaded': {
      '9': ['Gallery: slideshow 3000 ms'],
    },
    'hides its buttons 3500 ms after the last movement': {
      '9': ['Gallery: idle after 3500 ms'],
    },
    'is compact below 578 px, updated 50 ms after the last resize': {
      '9': ['Gallery: compact below 578 px, 50 ms after a resize'],
    },
    'preloads one image to each side': {
      '9': ['Gallery: preload 1'],
    },
    'slows down by a friction of 0.12 for each frame': {
      '9': ['Gallery: friction 0.12'],
    },
    'has thumbnails from two images on': {
      '9': ['Gallery: thumbnails from 2 images'],
    },
    'shows a spinner for an image that takes longer than 250 ms': {
      '9': ['Gallery: spinner after 250 ms'],
    },
    'takes at most one step per 150 ms': {
      '9': ['Gallery: one step in 150 ms'],
    },
  },
};
