// Leads from an old address to the new one, with query and fragment, which a refresh would lose.
const link = targetOf(location) ?? document.links[0];
link.search ||= location.search;
link.hash ||= location.hash;
location.replace(link);
