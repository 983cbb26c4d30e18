/** The texts of the specification, each under the test that looks for it on the screen. */
import type { Proofs } from './proofs.ts';

export const TEXTS: Proofs = {
  'web/features/account/reset-password.test.tsx': {
    'the panel next to the form describes the product': {
      '1': [
        'Learn How Geoloom Delivers Value',
        'more than a tool, an SEO operating system',
        'Save Time',
        'Efficiency',
        'Predictable',
        'Lasting Results',
        'Elite Tech Stack',
        'Boost MRR and Client Retention',
      ],
    },
    'a refusal shows %s': {
      '2': ['Reset Password'],
      '8': ['An error occurred. Please try again.'],
    },
    'a new password is shown as it is typed, and opens the sign-in form after two seconds': {
      '2': ['New Password', 'Confirm Password'],
    },
    'each error is shown at its field': {
      '5': [
        'Password is required',
        'Password must be at least 8 characters',
        'Confirm Password is required',
        'Passwords must match',
      ],
    },
    'the token is removed from the URL at once, and survives a reload of the tab': {
      '8': ['Password reset successfully!'],
    },
  },
  'web/app/routes.test.tsx': {
    'shows %s': {
      '2': ['Unexpected Application Error!'],
    },
  },
  'web/app/shell.test.tsx': {
    'list the existing pages, mark the current one, and count the projects': {
      '2': ['Navigate', 'Account Settings'],
    },
    'have the group Administrator for the role %s': {
      '2': ['Administrator'],
    },
    'returns a superadmin who is signed in as another user to their own account': {
      '2': ['Login Back as superadmin'],
    },
  },
  'web/ui/dialogs.test.tsx': {
    'of the kind %s has the title %s, shows the message and closes after 2000 ms': {
      '2': ['Success!', 'Oops!'],
    },
    'asks under "Confirm Action", with No left of Yes': {
      '2': ['Confirm Action'],
    },
    'shows "Please Wait" and can’t be closed while busy': {
      '2': ['Please Wait'],
    },
  },
  'web/app/maintenance.test.tsx': {
    'shows when maintenance ends, and is hidden by five clicks on the screw in the corner': {
      '2': ['10:00 AM EST', 'Thank you for your patience.'],
    },
  },
  'web/app/search-box.test.tsx': {
    'finds any part of a name, ignores case, and keeps the order of the list': {
      '2': ['What can we help you find?'],
    },
  },
  'web/features/settings/settings-page.test.tsx': {
    'Change Password sends the passwords once, keeps this browser signed in, and clears its fields': {
      '2': ['Change Password'],
    },
  },
  'web/features/tutorials/tutorial-forms.test.tsx': {
    'a new tutorial lists missing fields, and opens the list after four seconds': {
      '2': ['New Tutorial'],
      '4': ['Tutorial was successfully added!'],
      '5': ['Tutorial description is required', 'Link to video is required'],
    },
    'an edit shows the stored values, reports that it was saved, and stays on the page': {
      '2': ['Edit Tutorial', 'Difficulty level'],
      '4': ['Tutorial was successfully updated!'],
    },
    'a preview image that is removed before the save is deleted on the server': {
      '2': ['Preview Image'],
    },
    'a description needs 8 characters, and the message says 15: %s': {
      '2': ['Save Tutorial'],
      '5': ['Tutorial description must be at least 15 characters'],
    },
    'a tutorial that fails to load shows the fixed message': {
      '8': ['Failed to fetch tutorial'],
    },
    'a save that fails opens “Oops!” with the fixed text, lists the reason, and closes after 2000 ms': {
      '8': ['Something went wrong'],
    },
  },
  'e2e/screens.e2e.ts': {
    'is allowed by the content security policy and accessible: menu, dialog, toast, list, search, account': {
      '2': ['New Project'],
    },
  },
  'web/features/projects/list/select-project-type-page.test.tsx': {
    'shows the platforms in order, each of which can be chosen': {
      '2': ['What Platform is Your Website Built on?'],
    },
  },
  'web/features/domains/domain-forms.test.tsx': {
    'a domain is added once it is valid, and the form opens the list after two seconds': {
      '2': [
        'Add Domain',
        'Add a new domain to your account.',
        'New Domain',
        'Make sure there are no typos, once added you cannot make changes.',
        'Domain Name',
        'Domain added successfully!',
      ],
    },
    'the edit form doesn’t validate, shows the stored values, and opens the list after two seconds': {
      '2': ['Edit Domain', 'Domain saved successfully!'],
    },
    'a save that fails shows %s': {
      '2': ['Edit domain to your account.'],
      '8': ['Failed to save domain:'],
    },
    'an invalid name is reported on blur and on Enter; a change clears the error': {
      '5': ['Invalid domain', 'Please enter a valid domain'],
    },
    'a domain that can’t be added shows the fixed message': {
      '8': ['Failed to add domain:'],
    },
  },
  'e2e/domains.e2e.ts': {
    'is added once however often the button is pressed, listed, and changed': {
      '2': ['Website Type', 'Save Domain'],
    },
  },
  'e2e/save-project.e2e.ts': {
    'disables Save while there is an error, and shows the reason next to it': {
      '2': ['Create Project', 'Save Project', 'Test Page'],
    },
    'lists what is missing, then adds the project once and opens it after four seconds': {
      '4': ['Project was successfully added!'],
      '5': [
        'Title is required',
        'Seed Page is required',
        'Either Google Sheet Link or Manual Spreadsheet Data is required',
      ],
    },
  },
  'web/features/projects/form/create-project-send.test.tsx': {
    'the form of a WordPress project has the fixed sections, fields and buttons, and no others': {
      '2': ['Enter your project information below'],
    },
    'each text is at its own field too': {
      '2': ['Project Details', 'Upload Seed Page'],
    },
    'says "Testing..." while it is begun': {
      '2': ['Testing...'],
    },
    'brings what was typed, and opens the project after two seconds': {
      '4': ['Test was successfully started!'],
    },
    'whose answer was lost is sent again with the same draft, so that it makes no second project': {
      '8': ['An error occurred'],
    },
    'a seed page of the wrong type is refused in the fixed words and not sent: %s': {
      '5': ['Only XML files are allowed', 'Only CSV files are allowed for Wix projects'],
    },
    '%s says why, with the reference, and is sent again on request': {
      '8': ['Error uploading file. Please try again.'],
    },
  },
  'e2e/platforms.e2e.ts': {
    '$name works from the project type to the download': {
      '2': ['Site base URL'],
    },
  },
  'e2e/geocoder.e2e.ts': {
    'works from the project type to the opened zip': {
      '2': ['Upload Images', 'Download all Images'],
    },
  },
  'e2e/create-project.e2e.ts': {
    'shows no error while one of the two is missing': {
      '2': ['Import Spreadsheet Data'],
    },
    'shows the first link of a template with handlers and styles, and the browser blocks nothing': {
      '2': ['Footer Link Structure'],
    },
  },
  'web/features/projects/detail/primary-images.test.tsx': {
    'shows Primary Images with their sizes, each loaded when it scrolls into view': {
      '2': ['Primary Images'],
    },
  },
  'e2e/edit-project.e2e.ts': {
    'is deleted after a confirmation, shows the server’s message, and opens the list': {
      '2': ['Delete Project'],
    },
  },
  'web/features/projects/form/primary-section.test.tsx': {
    'are optional, and the form waits for those that are on their way': {
      '2': ['Saving...'],
    },
  },
  'web/features/projects/form/project-edit-page.test.tsx': {
    'because its address names no number: %s': {
      '2': ['Error Fetching The Project Data'],
    },
    'asks about large output; %s saves again with %s': {
      '4': ['Project was successfully updated!'],
    },
  },
  'web/features/projects/detail/run-report.test.tsx': {
    'have no order if there is only one': {
      '2': ['Landing Pages XML'],
    },
  },
  'web/features/projects/list/projects-list.test.tsx': {
    'that can’t be loaded shows it on %s': { '8': ['Failed to fetch project'] },
  },
  'web/features/projects/detail/project-page.test.tsx': {
    'the page shows the verdict, then parts, links and steps': {
      '2': ['Review at client server'],
    },
    'the split question answered with %s saves the same fields with %s': {
      '4': [
        'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?',
      ],
    },
    'an id that isn’t a number sends no request: %s': {
      '8': ['Failed to fetch project data'],
    },
  },
  'e2e/tutorials.e2e.ts': {
    'is created once with its preview, played after a click, and saved without its preview': {
      '2': ['Tutorial description', 'Link to video'],
      '5': ['Enter a valid URL'],
    },
  },
  'web/features/agencies/agency-forms.test.tsx': {
    'an agency needs a name and a main admin, and its form opens the list after two seconds': {
      '2': ['Create Agency'],
      '5': ['Name is required!', 'Main Admin is required!'],
      '8': ['Agency was successfully created'],
    },
    'a new agency is active or inactive; editing also offers deleted, and stays on the page': {
      '2': ['Not Active', 'Edit Agency', 'Deleted', 'Agency was successfully updated!'],
    },
    'an agency that fails to load shows %s': {
      '8': ['Failed to fetch agency'],
    },
  },
  'web/ui/format-figure.test.ts': {
    '%i bytes are formatted as %s': {
      '5': ['0 Bytes'],
    },
  },
  'web/client/store.test.ts': {
    'user data that fails to load shows %s': {
      '8': ['Failed to fetch user data'],
    },
  },
  'web/kit/async-select.test.tsx': {
    'a failed search shows the server’s message and no choices': {
      '8': ['No options'],
    },
    'opens with a click, is searched by typing, and selects by keyboard': {
      '8': ['Select...', 'results available'],
    },
  },
  'web/ui/gallery.test.tsx': {
    'shows the error of an image with the status %i: %s': {
      '8': [
        'Something Went Wrong, Please Try Again Later',
        'Image Not Found',
        'Error Loading AJAX : Forbidden',
      ],
    },
    'shows "HTML Element Not Found" when the image was removed meanwhile': {
      '8': ['HTML Element Not Found'],
    },
    'shows "Error Loading AJAX : Not Found" when no new URLs are available': {
      '8': ['Error Loading AJAX : Not Found'],
    },
  },
  'e2e/gallery.deep.e2e.ts': {
    'a gallery whose code fails to load shows "Error Loading Page", and the page stays unchanged': {
      '8': ['Error Loading Page'],
    },
  },
  'web/client/lazy-with-timeout.test.ts': {
    'a part that doesn’t load within 120000 ms fails with the fixed message': {
      '8': ['Loading chunk'],
    },
  },
};
