import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Northbind's colours: teal for actions, navy for text and navigation, ember for what needs attention. */
const teal = shades('#e8f7f5 #d2ece8 #a6d9d2 #75c5bb #4bb1a5 #2a9a8d #13796f #0d675f #09544e #053f3b');
const ember = shades('#fff3e8 #fde3cd #f9c89f #f4ab6d #ee8f40 #d9752a #b85a14 #974810 #75370c #542708');
const navy = shades('#dde6ec #b9c8d3 #8fa3b1 #6d8292 #33495a #24394a #182c3b #10212e #0b1a25 #07131c');
const slate = shades('#f6f8fa #eef2f5 #e2e8ed #d3dce3 #bcc9d2 #94a5b2 #5d7080 #455868 #2f404e #1c2a36');

const fonts = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Liberation Sans", Helvetica, Arial, sans-serif';

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 6, dark: 6 },
  autoContrast: true,
  colors: { teal, ember, dark: navy, gray: slate },
  fontFamily: fonts,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontFamily: fonts, fontWeight: '620' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // The scroll lock would write a `<style>`, which the content security policy forbids; global.css locks it instead.
    Modal: { defaultProps: { lockScroll: false, centered: true, radius: 'lg' } },
    Drawer: { defaultProps: { lockScroll: false } },
    // They are `<header>` elements, which screen readers would take for a second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // Screen readers expect a menu in a landmark of the page, with nothing in it but its items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: '#content' } } },
    // A dialog begins in its first field; a list that opens by that would take the Escape that closes the dialog.
    Select: { defaultProps: { openOnFocus: false } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } },
    Table: { defaultProps: { verticalSpacing: 9, horizontalSpacing: 'md', highlightOnHover: true } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});

function shades(colours: string): MantineColorsTuple {
  return colours.split(' ') as unknown as MantineColorsTuple;
}
