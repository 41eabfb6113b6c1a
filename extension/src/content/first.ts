// Runs in the page's own world before any of its scripts, in a browser that the program has started for itself: nobody is there
// to close a dialog, and a page that shows one would stand still. Each is answered with no.
window.alert = window.print = () => undefined;
window.confirm = () => false;
window.prompt = () => null;
