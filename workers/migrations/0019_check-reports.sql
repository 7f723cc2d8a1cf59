CREATE TABLE `check_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`guest_id` text,
	`report` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `check_reports_account` ON `check_reports` (`account_id`);--> statement-breakpoint
CREATE INDEX `check_reports_guest` ON `check_reports` (`guest_id`);--> statement-breakpoint
CREATE INDEX `check_reports_expiry` ON `check_reports` (`expires_at`);